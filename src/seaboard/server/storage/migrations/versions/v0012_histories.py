"""Histories and ratings: finished matches for each person, and whether leaderboards may have them."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Boolean, Column, Double, Integer, String, Text, text

revision = "0012"
down_revision = "0011"

LEVELS = ["cabin-boy", "sailor", "captain", "admiral"]


def upgrade() -> None:
    """Finished matches that tables remember are in their people's histories."""
    op.add_column("people", Column("listed", Boolean, nullable=False, server_default=text("TRUE")))
    finished = op.create_table(
        "finished",
        Column("match_id", String(16), primary_key=True),
        Column("table_id", String(16), nullable=False),
        Column("game", String(32), nullable=False),
        Column("at", Double, nullable=False),
        Column("why", String(12), nullable=False),
        Column("rated", Boolean),
        Column("doc", Text, nullable=False),
    )
    unrated = text("rated IS NULL")
    op.create_index("finished_unrated", "finished", ["at"], sqlite_where=unrated, postgresql_where=unrated)
    played = op.create_table(
        "played",
        Column("person", String(16), primary_key=True),
        Column("at", Double, primary_key=True),
        Column("match_id", String(16), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("level", String(12), nullable=False),
        Column("others", Text, nullable=False),
        Column("ended", String(12), nullable=False),
        Column("why", String(12), nullable=False),
        Column("won", Boolean, nullable=False),
        Column("place", Integer, nullable=False),
        Column("score", Integer),
        Column("margin", Integer),
        Column("moves", Integer, nullable=False),
        Column("luck", Double),
        Column("error_rate", Double),
        Column("mean", Double),
        Column("spread", Double),
        sqlite_with_rowid=False,
    )
    op.create_index("played_game", "played", ["person", "game", "at", "match_id"])
    op.create_index("played_match", "played", ["match_id"])
    op.create_table(
        "ratings",
        Column("game", String(32), primary_key=True),
        Column("person", String(16), primary_key=True),
        Column("mean", Double, nullable=False),
        Column("spread", Double, nullable=False),
        Column("low", Double, nullable=False),
        Column("matches", Integer, nullable=False),
        Column("at", Double, nullable=False),
        Column("listed", Boolean, nullable=False),
        Column("stale", Boolean, nullable=False),
    )
    op.create_index("ratings_listed", "ratings", ["game", "listed", "low", "person"])
    op.create_index("ratings_person", "ratings", ["person"])
    stale = text("stale")
    op.create_index("ratings_stale", "ratings", ["person"], sqlite_where=stale, postgresql_where=stale)
    _fill(finished, played)


def _fill(finished: sa.Table, played: sa.Table) -> None:
    c = op.get_bind()
    last = ""
    while True:
        rows = c.execute(text("SELECT id, doc FROM tables WHERE id > :last ORDER BY id LIMIT 500"), {"last": last}).all()
        if not rows:
            return
        last = rows[-1].id
        for row in rows:
            table = json.loads(row.doc)
            for result in table.get("results", ()):
                if any(result["people"]):
                    _add(c, finished, played, table, result)


def _add(c: sa.Connection, finished: sa.Table, played: sa.Table, table: dict[str, Any], result: dict[str, Any]) -> None:
    match, people, scores, winners = result["match"], result["people"], result.get("scores", []), result["winners"]
    row = c.execute(text("SELECT names FROM matches WHERE id = :match"), {"match": match}).first()
    if row is None:
        return
    of = {"match": match}
    moves = c.execute(text("SELECT count(*) FROM entries WHERE match_id = :match AND action >= 0"), of).scalar_one()
    taken_back = c.execute(text("SELECT 1 FROM entries WHERE match_id = :match AND action < 0 LIMIT 1"), of).first()
    hinted = c.execute(text("SELECT 1 FROM hints WHERE match_id = :match LIMIT 1"), of).first()
    has_deck = any(isinstance(value, str) and "\n" in value for value in table["options"].values())
    is_alone = len(people) < 2 or len(scores) > len(people)
    reasons = {"practice": table.get("practice"), "deck": has_deck, "alone": is_alone, "take-back": taken_back, "hint": hinted}
    why = next((name for name, is_so in reasons.items() if is_so), "" if result["ended"] == "over" else "abandoned")
    levels = [None if person else name for person, name in zip(people, json.loads(row.names), strict=True)]
    doc = {name: result[name] for name in ("match", "at", "ended", "names", "winners")}
    doc |= {"game": table["game"], "levels": levels, "scores": scores, "moves": moves}
    values = {"match_id": match, "table_id": table["id"], "game": table["game"], "at": result["at"]}
    c.execute(finished.insert().values(**values, why=why, rated=None if why == "" else False, doc=json.dumps(doc)))
    del values["table_id"]
    lost = [score for seat, score in enumerate(scores) if seat not in winners]
    for seat, person in enumerate(people):
        if person and people.index(person) == seat:
            won, own = seat in winners, scores[seat] if seat < len(scores) else None
            before = sum(other in winners or (own is not None and score > own) for other, score in enumerate(scores) if other != seat)
            others = [name.casefold() for other, name in enumerate(result["names"]) if other != seat and people[other]]
            c.execute(
                played.insert().values(
                    **values,
                    person=person,
                    seat=seat,
                    seats=len(people),
                    level=max((level for level in levels if level in LEVELS), key=LEVELS.index, default=""),
                    others="\n".join(others),
                    ended=result["ended"],
                    why=why,
                    won=won,
                    place=0 if not winners else 1 if won else 1 + before,
                    score=own,
                    margin=own - max(lost) if won and lost and own is not None else None,
                    moves=moves,
                )
            )
