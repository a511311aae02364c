"""Encrypting a push for one browser (RFC 8291), and signing it as this server (RFC 8292)."""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from seaboard.server.refusals import Refused

CURVE = ec.SECP256R1()
RECORD = 4096
PADDED = 512
"""Bytes to which a message is padded, so that its length tells nothing."""
VALID = 12 * 3600
"""Seconds for which a signature holds; a day is the most."""


def encrypt(
    text: bytes, *, key: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None, padded: int = PADDED
) -> bytes:
    """The body of a push that only the browser with this public key and secret can read; `own` and `salt` are fresh each time."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    public = _encoded(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key))
    secret = _derive(shared, auth, b"WebPush: info\0" + key + public, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = (text + b"\2").ljust(padded, b"\0")
    return salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + AESGCM(content_key).encrypt(nonce, record, None)


def check_keys(key: str, auth: str) -> tuple[bytes, bytes]:
    """Check a browser's public key and secret, as it sends them; refused if they are invalid."""
    try:
        point, secret = _from_text(key), _from_text(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        raise Refused("push.keys", status=422) from None
    if len(point) != 65 or len(secret) != 16:
        raise Refused("push.keys", status=422)
    return point, secret


def new_private_key() -> bytes:
    """Make a server's key, to be stored."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")


class Signer:
    """Signs for a server."""

    def __init__(self, private: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private, "big"), CURVE)
        self.public = _to_text(_encoded(self._key.public_key()))
        """The public key that browsers are told to expect."""

    def authorization(self, audience: str, subject: str) -> str:
        """The header for a push service at this origin; `subject` tells its operators how to reach the sender."""
        claims = {"aud": audience, "exp": int(time.time()) + VALID, "sub": subject}
        signed = ".".join(_to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{_to_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def _derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


def _encoded(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _to_text(some: bytes) -> str:
    return urlsafe_b64encode(some).decode().rstrip("=")


def _from_text(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
