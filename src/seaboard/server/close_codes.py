"""The codes with which the server closes sockets: each says why."""

from enum import IntEnum


class CloseCode(IntEnum):
    """Why the server closes a socket."""

    RESTART = 1012
    NOBODY = 4401
    NOT_YOU = 4402
    REMOVED = 4403
    UNKNOWN_TABLE = 4404
    CLOSED_TABLE = 4405
    BANNED = 4406
    TOO_FAST = 4408
    OLD_RULES = 4410
    TOO_LARGE = 4413
    OLD_CLIENT = 4426
    TOO_MANY = 4429
    NO_STORAGE = 4503


WHY_CLOSED = {
    CloseCode.RESTART: "the server restarts: reconnect at once, then after 1, 2, 4 … 30 s",
    CloseCode.NOBODY: "you are not signed in: `POST /api/guest` first",
    CloseCode.NOT_YOU: "this device was signed out, or signed in as somebody else: reconnect at once, and you are told who you are",
    CloseCode.REMOVED: "the host has removed you",
    CloseCode.UNKNOWN_TABLE: "there is no such table",
    CloseCode.CLOSED_TABLE: "others play the same cards, so only those who sit here may see them",
    CloseCode.BANNED: "you are banned, or everybody is who comes from your address: `GET /api/me` says until when",
    CloseCode.TOO_FAST: "you sent too many messages, or your network has opened too many connections at once: reconnect after 5 to 10 s",
    CloseCode.OLD_RULES: "the match began under other rules than the server has now, and isn't over: it is kept, and can only be resigned",
    CloseCode.TOO_LARGE: "you sent a message that is too large",
    CloseCode.OLD_CLIENT: "the server no longer speaks your version of the protocol: reload the page, or update the program",
    CloseCode.TOO_MANY: "you have too many connections",
    CloseCode.NO_STORAGE: "the server can't reach its storage just now: reconnect after 1, 2, 4 … 30 s",
}
