"""The hidden cards of Sea Salt & Paper dealt anew, as a seat might imagine them.

The round's tape is gone through from its beginning. Where it does not say which card moved, one is chosen that may have: from
a pile, one of the cards that lay under its top; from a hand, one of the cards known to be in it, or one that the seat
has never seen and only knows by when it was drawn. Such a draw gets its face when it is seen later, or in the end. A choice that
turns out to clash with something the seat saw later is given up, and all begins again: what remains is
possible, and everything possible can come up.
"""

from seaboard.games.sea_salt_and_paper.cards import CARDS
from seaboard.games.sea_salt_and_paper.memory import (
    BOTH_PILES,
    DECK,
    HIDDEN,
    PILE,
    TABLE,
    begins_search,
    card_of,
    contents,
    pull,
    push,
    source_of,
    target_of,
    top_of,
)
from seaboard.games.sea_salt_and_paper.pairs import pick_one
from seaboard.games.sea_salt_and_paper.state import DISCARD, KEEP, PILE_CARDS, SEARCHES, SEATS, TAPE, State
from seaboard.kit import draw, lowest, scratch, shuffle, size, sort

UNSEEN = 64  # + number of the draw: a card that moved and has no face yet
CLASH = -1


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out; the caller has put a fresh seed into `s.seed`."""
    hands = scratch(SEATS)  # cards that have a face, as bits
    blind = scratch(SEATS)  # the others, by the numbers of their draws, as bits
    piles = scratch(BOTH_PILES)
    sizes = scratch(2)
    faces = scratch(CARDS)  # by draw
    moved = scratch(TAPE)  # by entry of the tape: a card, or UNSEEN + draw
    sights = scratch(SEARCHES)
    seen = CLASH
    while seen == CLASH:
        seen = imagine(s, seat, hands, blind, piles, sizes, faces, moved, sights)

    rest = scratch(CARDS)
    count = 0
    for card in range(CARDS):
        if not seen >> card & 1:
            rest[count] = card
            count += 1
    shuffle(s, rest, count)
    for holder in range(s.seats):
        while blind[holder]:
            count -= 1
            faces[lowest(blind[holder])] = rest[count]
            hands[holder] |= 1 << rest[count]
            blind[holder] &= blind[holder] - 1
    for place in range(s.deck_size):
        s.deck[place] = rest[place]

    last = -1  # the latest draw
    for at in range(s.tape_size):
        if card_of(s.tape[at]) == HIDDEN:
            card = moved[at]
            s.tape[at] += (faces[card - UNSEEN] if card >= UNSEEN else card) - HIDDEN
        if source_of(s.tape[at]) == DECK:
            last += 1
    for search in range(s.searches):
        s.sights[search] = sights[search]
    for pile in range(2):
        for place in range(s.pile_sizes[pile]):
            s.piles[pile][place] = piles[pile * PILE_CARDS + place]
    if s.turn != seat and s.phase == KEEP:
        for i in range(2):
            s.drawn[i] = faces[last - 1 + i]
            hands[s.turn] &= ~(1 << s.drawn[i])
    elif s.turn != seat and s.phase == DISCARD:
        s.drawn[0] = faces[last - draw(s, 2)]
        hands[s.turn] &= ~(1 << s.drawn[0])
    for holder in range(s.seats):
        if holder != seat:
            s.hands[holder] = hands[holder]


def imagine(
    s: State,
    seat: int,
    hands: list[int],
    blind: list[int],
    piles: list[int],
    sizes: list[int],
    faces: list[int],
    moved: list[int],
    sights: list[int],
) -> int:
    """Go through the round once and return the cards that got a face, as bits, or CLASH."""
    for holder in range(SEATS):
        hands[holder] = 0
        blind[holder] = 0
    sizes[0] = 0
    sizes[1] = 0
    seen = 0
    draws = 0
    searches = 0
    for at in range(s.tape_size):
        entry = s.tape[at]
        card, source, target = card_of(entry), source_of(entry), target_of(entry)
        if source == DECK:
            if card == HIDDEN:
                moved[at] = UNSEEN + draws
                blind[target] |= 1 << draws
            else:
                seen |= 1 << card
                faces[draws] = card
                if target < PILE:
                    hands[target] |= 1 << card
                else:
                    push(piles, sizes, target - PILE, card)
            draws += 1
        elif begins_search(entry):
            sights[searches] = contents(piles, sizes, source - PILE)
            if card == seat and sights[searches] != s.sights[searches]:
                return CLASH
            searches += 1
        elif source == target and source >= PILE:
            if top_of(piles, sizes, source - PILE) != card:
                return CLASH
        elif source == target:
            new = s.hands[source] & ~hands[source]
            if hands[source] & ~s.hands[source] or new & seen:
                return CLASH
            seen |= new
            while new:
                give_face(s, lowest(new), source, blind[source], hands, blind, faces)
                new &= new - 1
        elif source >= PILE:
            if card == HIDDEN:
                card = choose_from_pile(s, at, piles, sizes)
                if card == CLASH:
                    return CLASH
                moved[at] = card
            if not contents(piles, sizes, source - PILE) >> card & 1:
                return CLASH
            pull(piles, sizes, source - PILE, card)
            hands[target] |= 1 << card
        elif card == HIDDEN:
            card = choose_from_hand(s, at, hands, blind)
            if card == CLASH:
                return CLASH
            moved[at] = card
            if card >= UNSEEN:
                blind[source] &= ~(1 << (card - UNSEEN))
                blind[target] |= 1 << (card - UNSEEN)
            else:
                hands[source] &= ~(1 << card)
                hands[target] |= 1 << card
        else:
            if not hands[source] >> card & 1:
                # A discard is one of the two cards drawn just before; anything else may be any card without a face.
                maybe = blind[source] & (3 << (draws - 2)) if PILE <= target < DECK else blind[source]
                if seen >> card & 1 or not maybe:
                    return CLASH
                seen |= 1 << card
                give_face(s, card, source, maybe, hands, blind, faces)
            hands[source] &= ~(1 << card)
            if target < PILE:
                hands[target] |= 1 << card
            elif target < TABLE:
                push(piles, sizes, target - PILE, card)
    return seen


def give_face(s: State, card: int, holder: int, maybe: int, hands: list[int], blind: list[int], faces: list[int]) -> None:
    """A card is seen in a hand: assign it to one of the draws without a face."""
    number = pick_one(s, maybe)
    faces[number] = card
    blind[holder] &= ~(1 << number)
    hands[holder] |= 1 << card


def choose_from_pile(s: State, at: int, piles: list[int], sizes: list[int]) -> int:
    """Which card a search may have taken from under the top of a pile; CLASH if there is none."""
    source, target = source_of(s.tape[at]), target_of(s.tape[at])
    cards = contents(piles, sizes, source - PILE)
    under = cards & ~(1 << top_of(piles, sizes, source - PILE))
    return choose(s, at, under, 0, 1 << source, 1 << target)


def choose_from_hand(s: State, at: int, hands: list[int], blind: list[int]) -> int:
    """Which card, or UNSEEN + draw, a theft may have taken; CLASH if there is none."""
    source, target = source_of(s.tape[at]), target_of(s.tape[at])
    return choose(s, at, hands[source], blind[source], 1 << source, 1 << target)


def choose(s: State, at: int, cards: int, draws: int, stays: int, goes: int) -> int:
    """Choose what moved: a card that can't have stayed, or else any card or draw that may have gone."""
    must = 0
    may = 0
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        if not can_turn_up(s, at, card, stays):
            must |= 1 << card
        if can_turn_up(s, at, card, goes):
            may |= 1 << card
    if must:
        return lowest(must) if must & (must - 1) == 0 and must & may else CLASH
    count = size(may) + size(draws)
    if count == 0:
        return CLASH
    if draw(s, count) < size(may):
        return pick_one(s, may)
    return UNSEEN + pick_one(s, draws)


def can_turn_up(s: State, at: int, card: int, places: int) -> bool:
    """Whether a card that was in one of these places after an entry of the tape can be where it is seen next."""
    searches = 0
    for i in range(at):
        if begins_search(s.tape[i]):
            searches += 1
    for i in range(at + 1, s.tape_size):
        entry = s.tape[i]
        source, target = source_of(entry), target_of(entry)
        if source == target:
            if begins_search(entry):
                sight = s.sights[searches]  # empty unless it was the seat itself that looked
                searches += 1
                if sight >> card & 1:
                    return places >> source & 1 != 0
                if sight:
                    places &= ~(1 << source)
            elif source < PILE:
                if s.hands[source] >> card & 1:
                    return places >> source & 1 != 0
                places &= ~(1 << source)
            elif card_of(entry) == card:
                return places >> source & 1 != 0
        elif card_of(entry) == card:
            return places >> source & 1 != 0
        elif card_of(entry) == HIDDEN and places >> source & 1:
            places |= 1 << target
    return places != 0


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the deck."""
    sort(s.deck, s.deck_size)
    shuffle(s, s.deck, s.deck_size)
