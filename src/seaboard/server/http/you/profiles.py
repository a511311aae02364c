"""Answers about a person's history and ratings, and leaderboards."""

import math

from seaboard.arena import ladder
from seaboard.bots.levels import current
from seaboard.server.http.you import schemas as shapes
from seaboard.server.protocol import Person
from seaboard.server.ratings import model
from seaboard.server.refusals import Refused
from seaboard.server.storage.matches import history, rating
from seaboard.server.storage.matches.history import Played, Wanted
from seaboard.server.storage.store import Store


async def profile(store: Store, person: Person) -> shapes.Profile:
    """Return a person's profile."""
    who = person.id
    listed, ratings, totals, reviewed = await store.read(
        lambda c: (
            rating.is_listed(c, who),
            [(one, rating.place_of(c, one.game, who)) for one in rating.all_of(c, who)],
            history.totals(c, who),
            history.reviewed(c, who),
        )
    )
    return shapes.Profile(
        name=person.name,
        listed=listed,
        ratings=[game_rating(one, place) for one, place in ratings],
        tallies=[shapes.Tally(one.game, one.seats, one.level, one.matches, one.won) for one in totals.tallies],
        streaks=[shapes.Streak(one.game, one.now, one.best) for one in totals.streaks],
        peaks=[shapes.Peak(one.kind, one.match, one.game, one.at, one.value) for one in totals.peaks],
        reviewed=[shapes.Reviewed(one.match, one.game, one.at, one.error_rate) for one in reviewed],
    )


async def matches(store: Store, person: Person, wanted: Wanted, after: str | None) -> shapes.PastMatches:
    """A page of a person's history."""
    key = read_key(after)
    found = await store.read(lambda c: history.page(c, person.id, wanted, key))
    shown, more = found[: history.PAGE], len(found) > history.PAGE
    return shapes.PastMatches([_match(one) for one in shown], write_key(shown[-1].at, shown[-1].match) if more else None)


def _match(one: Played) -> shapes.PastMatch:
    known = one.match_as_known
    seats = [
        shapes.Opponent(
            name="" if level else name,
            level=current(level),
            score=known.scores[seat] if seat < len(known.scores) else None,
            won=seat in known.winners,
        )
        for seat, (name, level) in enumerate(zip(known.names, known.levels, strict=True))
    ]
    return shapes.PastMatch(
        match=one.match,
        game=one.game,
        at=one.at,
        ended=one.ended,
        seat=one.seat,
        won=one.won,
        place=one.place,
        seats=seats,
        counts=one.why,
        rating=None if one.mean is None or one.spread is None else shown_rating(one.mean, one.spread),
        error_rate=one.error_rate,
    )


async def leaderboard(store: Store, person: Person | None, game: str, after: str | None) -> shapes.Leaderboard:
    """A page of a leaderboard, with the levels of bots between the people where they belong."""
    key, place = _read_place(after)
    found = await store.read(lambda c: rating.leaderboard(c, game, key))
    mine = await store.read(lambda c: (rating.of(c, game, person.id), rating.place_of(c, game, person.id))) if person else None
    people, more = found[: rating.PAGE], len(found) > rating.PAGE
    lines = [
        (
            one.low,
            shapes.Ranked(
                place=place + number,
                name=one.name,
                level=None,
                rating=shown_rating(one.rating.mean, one.rating.spread),
                matches=one.rating.matches,
                you=person is not None and one.person == person.id,
            ),
        )
        for number, one in enumerate(people, start=1)
    ]
    highest = key[0] if key else math.inf
    lowest = people[-1].low if more else -math.inf
    for level, mean in ladder.means(game).items():
        if lowest <= mean < highest:
            lines.append((mean, shapes.Ranked(None, "", level, shapes.RatingShown(model.points(mean), 0), matches=0, you=False)))
    lines.sort(key=lambda line: -line[0])
    last = f"{write_key(people[-1].low, people[-1].person)}~{place + len(people)}" if more else None
    own = game_rating(mine[0], mine[1]) if mine and mine[0] else None
    return shapes.Leaderboard(game, [line for _, line in lines], last, own)


def game_rating(one: rating.Rating, place: int | None) -> shapes.GameRating:
    """A rating as it is shown to its person."""
    return shapes.GameRating(one.game, shown_rating(one.mean, one.spread), one.matches, place)


def shown_rating(mean: float, spread: float) -> shapes.RatingShown:
    """A rating in points."""
    return shapes.RatingShown(model.points(mean), model.margin(spread))


# ---- Keys of pages ---------------------------------------------------------------------------------


def write_key(number: float, name: str) -> str:
    """Encode the last line of a page, as the key of the next one."""
    return f"{number!r}~{name}"


def read_key(after: str | None) -> tuple[float, str] | None:
    """Decode the last line of the previous page; refused if it is invalid."""
    if after is None:
        return None
    number, _, name = after.partition("~")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or not name.isalnum():
        raise Refused("request.invalid", status=422, field="after", why="not the end of a page")
    return value, name


def _read_place(after: str | None) -> tuple[tuple[float, str] | None, int]:
    if after is None:
        return None, 0
    key, _, place = after.rpartition("~")
    if not (place.isascii() and place.isdigit() and len(place) < 10):
        raise Refused("request.invalid", status=422, field="after", why="not the end of a page")
    return read_key(key), int(place)
