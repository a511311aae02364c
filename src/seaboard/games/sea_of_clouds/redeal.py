"""Re-deals of the hidden cards of Sea of Clouds, as a seat might imagine them."""

from seaboard.games.sea_of_clouds.card_sets import back_of, face_down, holds, how_many, put
from seaboard.games.sea_of_clouds.cards import (
    BACK_OF_TYPE,
    BACKS,
    MOST_CARDS,
    RELIC_BACK,
    REMOVED_AT_RANDOM,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.state import NO_CARD, OVER, UNSEEN, UNSEEN_ANY, State
from seaboard.kit import scratch, shuffle, sort


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out, at random but consistent with every back, and with all that the seat has seen.

    The caller has put a fresh seed into `s.seed`. The most restricted places are filled first, and the cards shuffled again
    before each less restricted sort of place, so that every deal that fits what the seat knows now is as likely as any other.
    Of a Rum that the seat lost sight of it knows only that some other board has it (`lost`), not who stole from whom. So such a Rum
    is equally likely in each unseen place for one, though the thefts themselves make some places likelier than others.
    """
    cards = scratch(MOST_CARDS)
    count = unseen(s, seat, cards)
    shuffle(s, cards, count)
    count = fill_rums(s, seat, cards, count)
    for owner in range(s.seats):
        for _ in range(s.secrets[owner] - how_many(s, owner, SECRET)):
            put(s.boards[owner], pick(s, cards, count, SECRET, -1))
            count -= 1
    shuffle(s, cards, count)
    count = fill_by_backs(s, cards, count)
    shuffle(s, cards, count)
    for place in range(s.pile_size):
        if s.pile[place] == UNSEEN_ANY:
            count -= 1
            s.pile[place] = cards[count]
    imagine_knowledge(s, seat)


def unseen(s: State, seat: int, out: list[int]) -> int:
    """Write the cards whose place a seat does not know to `out`, those aside that it knows to lie on some board."""
    seen = scratch(WORD_COUNT)
    for word in range(WORD_COUNT):
        seen[word] = s.discards[word] | s.removed[word]
        for owner in range(s.seats):
            seen[word] |= s.boards[owner][word]
        if seat >= 0:
            seen[word] |= s.lost[seat][word]
    for place in range(SHARE_CARDS):
        if s.hand[place] < UNSEEN:
            put(seen, s.hand[place])
        for share in range(SHARES):
            if s.shares[share][place] < UNSEEN:
                put(seen, s.shares[share][place])
    count = 0
    for card in range(s.card_count):
        if not holds(seen, card):
            out[count] = card
            count += 1
    return count


def pick(s: State, cards: list[int], count: int, card_type: int, wanted: int) -> int:
    """Take the first card of a type (or, where that is -1, with a back) from the shuffled cards."""
    for i in range(count):
        card = cards[i]
        found = s.type_of[s.kind_of[card]]
        if found == card_type or (card_type < 0 and BACK_OF_TYPE[found] == wanted):
            cards[i] = cards[count - 1]
            return card
    return NO_CARD


def fill_rums(s: State, seat: int, cards: list[int], count: int) -> int:
    """Fill the unseen Rums on boards; those that the seat lost sight of are among them."""
    owners = scratch(MOST_CARDS)
    places = 0
    for owner in range(s.seats):
        for _ in range(s.rums[owner] - how_many(s, owner, RUM)):
            owners[places] = owner
            places += 1
    shuffle(s, owners, places)
    if seat >= 0:
        for card in range(s.card_count):
            if holds(s.lost[seat], card):
                places -= 1
                put(s.boards[owners[places]], card)
    for place in range(places):
        put(s.boards[owners[place]], pick(s, cards, count, RUM, -1))
        count -= 1
    return count


def fill_by_backs(s: State, cards: list[int], count: int) -> int:
    """Fill the places of which a back is seen, and the cards removed before a match of two."""
    for place in range(SHARE_CARDS):
        if UNSEEN <= s.hand[place] < UNSEEN_ANY:
            s.hand[place] = pick(s, cards, count, -1, s.hand[place] - UNSEEN)
            count -= 1
        for share in range(SHARES):
            if UNSEEN <= s.shares[share][place] < UNSEEN_ANY:
                s.shares[share][place] = pick(s, cards, count, -1, s.shares[share][place] - UNSEEN)
                count -= 1
    if s.pile_size:
        top = s.pile_size - 1
        s.pile[top] = pick(s, cards, count, -1, s.pile[top] - UNSEEN)
        count -= 1
    if s.seats == 2:
        in_deck = scratch(BACKS)
        for card in range(s.card_count):
            if s.kind_of[card] != s.removed_kind:
                in_deck[back_of(s, card)] += 1
        for which in range(BACKS):
            if which != RELIC_BACK:
                for _ in range(min(REMOVED_AT_RANDOM, in_deck[which])):
                    put(s.removed, pick(s, cards, count, -1, which))
                    count -= 1
    return count


def imagine_knowledge(s: State, seat: int) -> None:
    """Others know their own face-down cards and the ones they have looked at; what else they know, the seat can't tell."""
    for other in range(s.seats):
        if other == seat:
            continue
        for share in range(SHARES):
            for place in range(s.share_size[share]):
                if s.seen_by[share][place] >> other & 1:
                    put(s.known[other], s.shares[share][place])
        for place in range(SHARE_CARDS):
            if s.hand[place] != NO_CARD and s.hand_seen_by[place] >> other & 1:
                put(s.known[other], s.hand[place])
        if s.phase != OVER:
            for word in range(WORD_COUNT):
                s.known[other][word] |= s.boards[other][word] & face_down(s, word)


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the deck, consistent with the back on top."""
    if s.pile_size == 0:
        return
    top = s.pile_size - 1
    shown = back_of(s, s.pile[top])
    sort(s.pile, s.pile_size)
    shuffle(s, s.pile, s.pile_size)
    place = top
    while back_of(s, s.pile[place]) != shown:
        place -= 1
    card = s.pile[place]
    s.pile[place] = s.pile[top]
    s.pile[top] = card
