"""The protocol is what is really sent, and what the docs say."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from seaboard import GAMES
from seaboard.server import protocol
from seaboard.server.live.own_tables_stream import understood
from tests.server.inside import Inside
from tools import protocol_tables


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    server = Inside(tmp_path_factory.mktemp("protocol"))
    yield server
    server.close()


def test_the_tables_in_the_docs_are_those_of_the_protocol() -> None:
    text = protocol_tables.DOCS.read_text(encoding="utf-8")
    assert protocol_tables.filled(text) == text, "run: python -m tools.protocol_tables"


def test_a_table_that_is_stale_is_noticed() -> None:
    text = protocol_tables.DOCS.read_text(encoding="utf-8")
    stale = text.replace("| `ping` |", "| `pong?` |")
    assert stale != text
    assert protocol_tables.filled(stale) == text


def test_every_shape_of_a_message_is_in_the_docs() -> None:
    shapes = set(protocol.schemas()["$defs"])
    unions = {"FromClient": protocol.FromClient, "FromReader": protocol.FromReader, "FromServer": protocol.FromServer}
    messages = {one.__name__ for union in unions.values() for one in protocol.messages(union).values()}
    text = protocol_tables.tables()["shapes"]
    assert all(f"| `{name}` |" in text for name in shapes - messages - set(unions))


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_sent_is_of_the_protocol(inside: Inside, game: str) -> None:
    read = msgspec.json.Decoder(protocol.FromServer)
    rng = random.Random(game)
    token = inside.guest("Ada")
    seats = next(seats for seats in GAMES[game].seats if seats > 1)
    table = inside.request("POST", "/api/tables", token, game=game, seats=seats, memory_aid=True, clock=300).json()["id"]
    inside.request("POST", f"/api/tables/{table}/start", token, fill="cabin-boy")
    kinds: set[type] = set()
    for number in range(12):
        snapshot = read.decode(inside.live(table, token, [])[0])
        assert isinstance(snapshot, protocol.Snapshot)
        assert snapshot.match is not None
        action = rng.choice(list(snapshot.match.view["legal"].values()) or [-1])
        sent: list[dict[str, Any]] = [
            {"type": "chat", "id": f"qc{number}", "text": "ahoy"},
            {"type": "return", "id": f"qr{number}"},
            {"type": "ping", "id": f"qp{number}"},
            {"type": "play", "id": f"q{number}", "match": snapshot.match.id, "number": snapshot.match.number, "action": action},
        ]
        kinds |= {type(read.decode(text)) for text in inside.live(table, token, sent)}
    assert {protocol.Snapshot, protocol.Moved, protocol.Ack, protocol.Chatted, protocol.Pong} <= kinds


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type":"look"}', protocol.Look()),
        ('{"type":"away","more":1}', protocol.Away()),
        ("look", protocol.Look()),
        ("away", protocol.Away()),
        ("?", None),
        ("", None),
        ('{"type":"stare"}', None),
        ('{"type":"look","more":' + "[" * 4000, None),
        ("\udc80", None),
    ],
)
def test_what_a_reader_says_is_understood_as_the_release_before_says_it_too(text: str, said: protocol.FromReader | None) -> None:
    assert understood(text) == said
