"""Advice for the bots of Sea of Clouds: what a sensible beginner would do, and the chances in a match. In tenths of a VP."""

import math

from seaboard.games.sea_of_clouds.boarding import has_won, opponent
from seaboard.games.sea_of_clouds.card_sets import back_of, copies, crew_strength, holds, how_many
from seaboard.games.sea_of_clouds.cards import (
    CHEST,
    COLLECTION,
    DISCARD_PIRATES,
    GAIN_DOUBLOONS,
    INSTANT,
    LEG,
    MAJORITY,
    MOST_DOUBLOONS,
    MOST_RELICS,
    MOST_RUMS,
    OBJECT,
    PIRATE,
    PIRATE_BACK,
    POINTS_PER_OBJECT,
    POINTS_PER_RELIC,
    POINTS_PER_RUM,
    RELIC,
    ROUNDS,
    RUM,
    SECRET,
    STEAL_DOUBLOONS,
    STEAL_RUMS,
    STRENGTH,
    SWAP_OBJECT,
    SWAP_RUM,
    TAKE_LOOT,
    TAKE_PARROT,
)
from seaboard.games.sea_of_clouds.scoring import total, wealth, worth
from seaboard.games.sea_of_clouds.state import (
    CHOOSE,
    CHOOSING_LOOT,
    DISCARDING,
    DONE,
    GIVING_OBJECT,
    GIVING_RUM,
    LAY,
    LAYING,
    LEAVE,
    LOOKING,
    OVER,
    SENDING,
    TAKE,
    UNSEEN,
    State,
    pirate_of,
    place_of,
    share_of,
)

# What a card is worth if only its back is visible (by back), and what a share must promise to be taken (by share).
UNSEEN_WORTH = (24, 22, 12, 20)
GOOD_ENOUGH = (34, 30, 26)
PER_STRENGTH = 6  # what a point of crew strength does for later victories
AHEAD = 3  # how many boardings a search plays out after the next one: to the end, since sets grow slowly


def simple(s: State, seat: int, out: list[int], count: int) -> int:
    """Return the legal action (of `out`) with the best merit, from what the seat knows, no more than one step ahead."""
    best, most = out[0], -1000000
    for i in range(count):
        merit = merit_of(s, seat, out[i])
        if merit > most:
            best, most = out[i], merit
    return best


def merit_of(s: State, seat: int, action: int) -> int:
    """Rate an action, compared with the others of its phase."""
    if s.phase == LOOKING:
        return share_worth(s, seat, s.share) if action == TAKE else GOOD_ENOUGH[s.share] if action == LEAVE else 0
    if s.phase == LAYING:
        return 1 if s.type_of[s.kind_of[s.hand[action - LAY]]] == INSTANT else 0  # a Beer before the Pirates
    if s.phase == SENDING:
        return 0 if action == DONE else send_merit(s, seat, pirate_of(action))
    if s.phase == CHOOSING_LOOT:
        return loot_worth(s, seat, s.shares[share_of(action)][place_of(action)])
    kind = action - CHOOSE
    if s.phase in (GIVING_RUM, GIVING_OBJECT, DISCARDING):
        return -keeping_worth(s, seat, kind)
    return card_worth(s, seat, kind, 0) + keeping_worth(s, s.target, kind)


def rounds_left(s: State) -> int:
    """How many rounds are still to come after this one."""
    return ROUNDS[s.seats] - s.round_number


def share_worth(s: State, seat: int, share: int) -> int:
    """Estimate the worth of a share that the seat is looking at."""
    points = 10 * s.share_doubloons[share]
    for place in range(s.share_size[share]):
        kind = s.kind_of[s.shares[share][place]]
        alike = 0  # cards of the same kind that come along
        for other in range(place):
            alike += s.kind_of[s.shares[share][other]] == kind
        points += card_worth(s, seat, kind, alike)
    return points


def loot_worth(s: State, seat: int, card: int) -> int:
    """Estimate the worth of a card of the loot in a boarding, when a Pirate comes too late; by its back, unless the seat has seen it."""
    if card >= UNSEEN or not holds(s.known[seat], card):
        which = card - UNSEEN if card >= UNSEEN else back_of(s, card)
        return 0 if which == PIRATE_BACK else UNSEEN_WORTH[which]
    kind = s.kind_of[card]
    return 0 if s.type_of[kind] == PIRATE or s.effect[kind] == DISCARD_PIRATES else card_worth(s, seat, kind, 0)


def card_worth(s: State, seat: int, kind: int, alike: int) -> int:
    """Estimate the worth of one more card of a kind to a seat that is about to get some identical ones too."""
    card_type, effect, amount = s.type_of[kind], s.effect[kind], s.amount[kind]
    have = copies(s, seat, kind) + alike
    later = rounds_left(s)
    if card_type == RUM:
        if effect == COLLECTION:
            return 10 * (2 * have + 1) + later // 2
        if effect == MAJORITY:
            return 10 * (amount if have else s.extra[kind]) + later // 2
        return 10 * amount
    if card_type == RELIC:
        return set_worth(s, seat, kind, have)
    if card_type == PIRATE:
        return pirate_worth(s, kind)
    if effect == STRENGTH:
        return amount * PER_STRENGTH * (1 + later // LEG[s.seats])
    if effect == CHEST:
        return 5 * amount
    if effect == POINTS_PER_RUM:
        return 10 * amount * s.rums[seat] + 2 * later
    if effect == POINTS_PER_RELIC:
        return 10 * amount * how_many(s, seat, RELIC) + 3 * later
    if effect == POINTS_PER_OBJECT:
        return 10 * amount * how_many(s, seat, OBJECT) + later
    if effect in (MOST_RUMS, MOST_RELICS, MOST_DOUBLOONS):
        return 10 * amount * chance_of_most(s, seat, effect, kind) // 100
    if effect == DISCARD_PIRATES:
        return -PER_STRENGTH * crew_strength(s, seat)
    if effect == GAIN_DOUBLOONS or card_type == OBJECT:
        return 10 * amount
    return 8 if effect == TAKE_PARROT and s.parrot != seat else 0


def set_worth(s: State, seat: int, kind: int, have: int) -> int:
    """Estimate the worth of one more Relic of a set: what it adds now, and early in the match what the next one would add."""
    values, most = s.set_values[s.amount[kind]], 0
    for other in range(s.card_count):
        most += s.kind_of[other] == kind
    for rival in range(s.seats):
        if rival != seat:
            most -= copies(s, rival, kind)
    now = 10 * (values[have] - (values[have - 1] if have else 0))
    if have + 1 >= most:
        return now
    following = 10 * (values[have + 1] - values[have])
    return now + (following - now) * min(rounds_left(s), 8) // 16


def chance_of_most(s: State, seat: int, effect: int, kind: int) -> int:
    """Estimate how likely, in percent, a seat is to win a majority: an even chance at first, more for the leader."""
    mine, best = wealth(s, seat, effect, kind), 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, wealth(s, other, effect, kind))
    return max(10, min(90, 100 // s.seats + 10 * (mine - best)))


def pirate_worth(s: State, kind: int) -> int:
    """Estimate the worth of a Pirate until the next boarding: its strength, and its effect for about one victory."""
    effect, amount = s.effect[kind], s.amount[kind]
    points = PER_STRENGTH * s.extra[kind]
    if effect in (GAIN_DOUBLOONS, STEAL_DOUBLOONS):
        return points + 5 * amount
    if effect in (STEAL_RUMS, TAKE_LOOT):
        return points + 14
    return points + 6


def keeping_worth(s: State, seat: int, kind: int) -> int:
    """Estimate what losing a card would cost a seat."""
    have = copies(s, seat, kind)
    points = 10 * (worth(s, seat, kind, have) - worth(s, seat, kind, have - 1))
    if s.effect[kind] == STRENGTH:
        points += s.amount[kind] * PER_STRENGTH
    if s.effect[kind] == CHEST:
        points += 10 * s.chest_doubloons
    return points


def send_merit(s: State, seat: int, kind: int) -> int:
    """Rate which Pirate to send first: thieves, then the rest, the Lookout last, because it may bring a Beer; a poor swap never."""
    effect = s.effect[kind]
    if effect == TAKE_LOOT:
        return 1
    if effect == SWAP_RUM:
        return 5 if worst_rum(s, seat) < UNSEEN_WORTH[0] else -1
    if effect == SWAP_OBJECT:
        return 4 if swap_gain(s, seat) > 0 else -1
    return 10 if effect == STEAL_RUMS else 8


def worst_rum(s: State, seat: int) -> int:
    """Estimate what losing its least valuable Rum would cost a seat."""
    least = 1000000
    for kind in range(s.kind_count):
        if s.type_of[kind] == RUM and copies(s, seat, kind):
            least = min(least, keeping_worth(s, seat, kind))
    return least


def swap_gain(s: State, seat: int) -> int:
    """Estimate the most that a swap of Objects with a beaten opponent could bring."""
    least, best = 1000000, -1000000
    for kind in range(s.kind_count):
        if s.type_of[kind] == OBJECT:
            if copies(s, seat, kind):
                least = min(least, keeping_worth(s, seat, kind))
            for side in range(2):
                if has_won(s, seat, side) and copies(s, opponent(s, seat, side), kind):
                    best = max(best, card_worth(s, seat, kind, 0))
    return best - least


def outlook(s: State, seat: int) -> float:
    """Estimate the chance that a seat wins, from the visible points, a guess for the unseen, and the rounds to come."""
    if s.phase == OVER:
        return 1.0 if s.winning >> seat & 1 else 0.0
    spread = 3.0 + 0.9 * rounds_left(s)
    mine, everyone = 0.0, 0.0
    for other in range(s.seats):
        points = float(total(s, other, None)) + 0.5 * crew_strength(s, other)
        points += 2.4 * (s.rums[other] - how_many(s, other, RUM)) + 2.0 * (s.secrets[other] - how_many(s, other, SECRET))
        chance = math.exp(min(points, 200.0) / spread)
        everyone += chance
        if other == seat:
            mine = chance
    return mine / everyone
