"""Passkeys, made and used by an authenticator of our own: what a browser would send, and what an attacker might."""

import hashlib
import json
import os
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from tests.server.harness import PATIENCE, Guest, Served

PRESENT_AND_MADE, PRESENT = 0x41, 0x01


class Authenticator:
    """One passkey."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.uses = 0

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        made = {"fmt": "none", "attStmt": {}, "authData": self._data(options["rp"]["id"], PRESENT_AND_MADE) + about}
        client = _client("webauthn.create", options["challenge"], origin)
        return self._credential(clientDataJSON=client, attestationObject=cbor2.dumps(made))

    def sign(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.uses += 1
        data, client = self._data(options["rpId"], PRESENT), _client("webauthn.get", options["challenge"], origin)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _credential(self, **response: bytes) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": {k: bytes_to_base64url(v) for k, v in response.items()}}


def _client(kind: str, challenge: str, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()


class Browser:
    """A page on localhost, where passkeys work."""

    def __init__(self, server: Served, name: str | None = None, origin: str | None = None) -> None:
        self.origin = origin or f"http://localhost:{server.port}"
        headers = {"Host": self.origin.partition("://")[2], "Origin": self.origin}
        self.web = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=headers)
        if name:
            self.id = self.post("/guest", name=name)["id"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.web.post(f"/api{path}", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, path: str, **body: Any) -> str:
        answer = self.web.post(f"/api{path}", json=body)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["error"]["key"])

    def made(self, key: Authenticator) -> dict[str, Any]:
        return key.make(self.post("/devices/passkeys/options")["options"], self.origin)

    def signed(self, key: Authenticator) -> dict[str, Any]:
        return key.sign(self.post("/sign-in/passkey/options")["options"], self.origin)

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.web.get("/api/devices").json()["passkeys"]
        return found


@pytest.fixture
def ada(server: Served) -> Browser:
    return Browser(server, "Ada")


@pytest.fixture
def key(ada: Browser) -> Authenticator:
    key = Authenticator()
    ada.post("/devices/passkeys", credential=ada.made(key))
    return key


def test_a_passkey_signs_in_again_and_again_until_it_is_removed(server: Served, ada: Browser, key: Authenticator) -> None:
    assert [one["site"] for one in ada.passkeys()] == ["localhost"]
    for _ in range(2):
        other = Browser(server)
        assert other.post("/sign-in/passkey", credential=other.signed(key)) == {"id": ada.id, "name": "Ada"}
        assert other.web.get("/api/me").json()["id"] == ada.id
    other = Browser(server, "Guest")
    assert other.refused(f"/devices/passkeys/{ada.passkeys()[0]['id']}/remove") == "passkey.unknown"
    ada.post(f"/devices/passkeys/{ada.passkeys()[0]['id']}/remove")
    assert other.refused("/sign-in/passkey", credential=other.signed(key)) == "passkey.unknown"


def test_a_person_has_several_and_none_is_two_peoples(server: Served, ada: Browser, key: Authenticator) -> None:
    options = ada.post("/devices/passkeys/options")["options"]
    assert [one["id"] for one in options["excludeCredentials"]] == [bytes_to_base64url(key.id)]
    assert base64url_to_bytes(options["user"]["id"]) == ada.id.encode()
    ada.post("/devices/passkeys", credential=ada.made(Authenticator()))
    assert len(ada.passkeys()) == 2
    mallory = Browser(server, "Mallory")
    assert mallory.refused("/devices/passkeys", credential=mallory.made(key)) == "passkey.known"


def test_what_was_signed_counts_once(server: Served, ada: Browser, key: Authenticator) -> None:
    other = Browser(server)
    credential = other.signed(key)
    other.post("/sign-in/passkey", credential=credential)
    assert Browser(server).refused("/sign-in/passkey", credential=credential) == "passkey.late"
    made = ada.made(Authenticator())
    ada.post("/devices/passkeys", credential=made)
    assert ada.refused("/devices/passkeys", credential=made) == "passkey.late"


def test_a_passkey_that_was_copied_is_noticed(server: Served, key: Authenticator) -> None:
    """The copy counts from where it was copied, so it lags behind."""
    for _ in range(2):
        one = Browser(server)
        one.post("/sign-in/passkey", credential=one.signed(key))
    key.uses = 0
    assert one.refused("/sign-in/passkey", credential=one.signed(key)) == "passkey.failed"


def test_nothing_else_gets_in(server: Served, ada: Browser, key: Authenticator) -> None:
    mallory = Browser(server, "Mallory")
    thief = Authenticator()
    thief.id, thief.uses = key.id, 50
    assert mallory.refused("/sign-in/passkey", credential=mallory.signed(thief)) == "passkey.failed", "another key's signature"
    assert mallory.refused("/sign-in/passkey", credential=mallory.signed(Authenticator())) == "passkey.unknown"
    options = mallory.post("/sign-in/passkey/options")["options"]
    assert mallory.refused("/sign-in/passkey", credential=key.sign(options, "https://evil.example")) == "passkey.failed", (
        "a phishing page's"
    )
    options = mallory.post("/sign-in/passkey/options")["options"]
    other_site = key.sign({**options, "rpId": "evil.example"}, mallory.origin)
    assert mallory.refused("/sign-in/passkey", credential=other_site) == "passkey.failed"
    invented = key.sign({**options, "challenge": bytes_to_base64url(os.urandom(32))}, mallory.origin)
    assert mallory.refused("/sign-in/passkey", credential=invented) == "passkey.late", "a challenge that nobody gave"
    hers = ada.post("/devices/passkeys/options")["options"]
    assert mallory.refused("/devices/passkeys", credential=Authenticator().make(hers, mallory.origin)) == "passkey.late", "Ada's challenge"
    assert mallory.refused("/sign-in/passkey", credential=key.sign({**hers, "rpId": "localhost"}, mallory.origin)) == "passkey.late"
    nonsense: list[dict[str, Any]] = [{}, {"id": 5}, {"id": "x", "response": {"clientDataJSON": "!"}}, {"response": []}]
    for junk in nonsense:
        assert mallory.refused("/sign-in/passkey", credential=junk) == "passkey.failed"
        assert mallory.refused("/devices/passkeys", credential=junk) == "passkey.failed"
    assert mallory.web.get("/api/me").json()["name"] == "Mallory"


def test_where_browsers_know_no_passkeys_that_is_said(server: Served) -> None:
    for origin in (f"http://127.0.0.1:{server.port}", "http://play.example.org", "https://192.0.2.7"):
        page = Browser(server, "Ada", origin)
        assert page.refused("/devices/passkeys/options") == "passkey.address"
        assert page.refused("/sign-in/passkey/options") == "passkey.address"
    program = Guest(server.url, "Ada")  # it sends no Origin
    assert program.refused("/sign-in/passkey/options") == "passkey.address"


def test_a_passkey_of_one_name_does_not_open_another(server: Served, ada: Browser, key: Authenticator) -> None:
    page = Browser(server, origin="https://play.example.org")
    assert page.post("/sign-in/passkey/options")["options"]["rpId"] == "play.example.org"
    assert page.refused("/sign-in/passkey", credential=page.signed(key)) == "passkey.failed"
