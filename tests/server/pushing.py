"""Devices and a push service of the tests' own; what is sent to them is decrypted here, step by step as RFC 8291 says."""

import base64
import hashlib
import hmac
import json
import os
import queue
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.harness import PATIENCE, Guest, Served, table_of


@dataclass
class Push:
    """A push that has arrived."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


class PushService:
    """Takes what servers send; answers 201, or as a path has been told to."""

    def __init__(self) -> None:
        service = self
        self.came: queue.Queue[Push] = queue.Queue()
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.came.put(Push(self.path, headers, body, time.monotonic()))
                waiting = service.answers.get(self.path) or [(201, {})]
                status, more = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                self.send_response(status)
                for name, value in {"content-length": "0", **more}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self, path: str) -> Push:
        """The next push to a path."""
        end = time.monotonic() + PATIENCE
        while True:
            push = self.came.get(timeout=max(0.01, end - time.monotonic()))
            if push.path == path:
                return push

    def all_of(self, path: str, *, within: float) -> list[Push]:
        """All pushes to a path that come within a while."""
        return [push for push in self.all_of_any(within=within) if push.path == path]

    def all_of_any(self, *, within: float) -> list[Push]:
        """All pushes that come within a while."""
        end, found = time.monotonic() + within, []
        while True:
            try:
                found.append(self.came.get(timeout=max(0.01, end - time.monotonic())))
            except queue.Empty:
                return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


def text(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).decode().rstrip("=")


def bytes_of(some: str) -> bytes:
    return base64.urlsafe_b64decode(some + "=" * (-len(some) % 4))


class Device:
    """A browser with a push subscription."""

    def __init__(self, origin: str) -> None:
        self.path = f"/{os.urandom(8).hex()}"
        self.endpoint = origin + self.path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "key": text(self.public), "auth": text(self.auth)}

    def subscribe(self, guest: Guest, language: str = "en") -> "Device":
        guest.post("/push", **self.subscription, language=language)
        return self

    def read(self, push: Push) -> dict[str, Any]:
        """What a push says."""
        assert push.headers["content-encoding"] == "aes128gcm"
        told: dict[str, Any] = json.loads(decrypt(push.body, private=self._key, auth=self.auth))
        return told


def decrypt(body: bytes, *, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """RFC 8188, section 2, and RFC 8291, section 3.4, with nothing but HMAC, ECDH and AES."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    own = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    first = hmac.digest(auth, shared, hashlib.sha256)
    secret = hmac.digest(first, b"WebPush: info\0" + own + sender + b"\1", hashlib.sha256)
    second = hmac.digest(salt, secret, hashlib.sha256)
    key = hmac.digest(second, b"Content-Encoding: aes128gcm\0\1", hashlib.sha256)[:16]
    nonce = hmac.digest(second, b"Content-Encoding: nonce\0\1", hashlib.sha256)[:12]
    opened = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert opened[-1:] == b"\2"
    return opened[:-1]


def signed_claims(authorization: str, key: str) -> dict[str, Any]:
    """What a server signs with its key (RFC 8292); fails if the signature is not of that key."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"] == key
    head, claims, signature = parts["t"].split(".")
    assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(bytes_of(claims))
    return found


async def move_until_turn_of(other: int, guest: Guest, table: str) -> float:
    """One at the table plays, alone there, until it is the other's turn; when the last move was made."""
    async with guest.at(table) as seat:
        rng = random.Random(1)
        while other not in seat.view["to_act"]:
            at = time.monotonic()
            await seat.play_on(rng, 1)
        return at


def playing(server: Served, **asked: Any) -> tuple[Guest, Guest, str]:
    """Two at a table; it is the first one's turn."""
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change", **asked)["id"]
    if not next(one for one in ada.get("/my/tables")["tables"] if one["id"] == table)["your_turn"]:
        ada, bob = bob, ada
    return ada, bob, table


def seat_of(guest: Guest, table: str) -> int:
    return int(guest.get(f"/tables/{table}")["you"]["seat"])
