import type { Motion } from '../../table/contract';
import { slugOf } from './loot';
import type {
  Board,
  Boarding,
  Event as CloudsEvent,
  Table as CloudsTable,
  DrawPile,
  HandCard,
  Hidden,
  Share,
} from '../../generated/sea-of-clouds';

/** A card of a share that nobody here knows: known by where it lies. */
export const slot = (share: number, place: number) => `share-${share}-${place}`;

const swap = <T>(list: T[], i: number, change: (old: T) => T): T[] => list.map((old, at) => (at === i ? change(old) : old));

function withBoard(table: CloudsTable, seat: number, change: (board: Board) => Partial<Board>): CloudsTable {
  return { ...table, boards: swap(table.boards, seat, (board) => ({ ...board, ...change(board) })) };
}

function withShare(table: CloudsTable, share: number, change: (share: Share) => Partial<Share>): CloudsTable {
  return { ...table, shares: swap(table.shares, share, (old) => ({ ...old, ...change(old) })) };
}

function withBoarding(table: CloudsTable, change: (boarding: Boarding) => Partial<Boarding>): CloudsTable {
  return table.boarding ? { ...table, boarding: { ...table.boarding, ...change(table.boarding) } } : table;
}

function gain(table: CloudsTable, seat: number, doubloons: number): CloudsTable {
  return withBoard(table, seat, (board) => ({ doubloons: board.doubloons + doubloons }));
}

function drawn(table: CloudsTable, next: DrawPile['back']): CloudsTable {
  return { ...table, deck: { cards: Math.max(0, table.deck.cards - 1), back: next } };
}

function hide(hidden: Hidden, card: string | undefined, seat: number): Hidden {
  return { ...hidden, count: hidden.count + 1, seen: card ? [...hidden.seen, { card, seen_by: [seat] }] : hidden.seen };
}

function unhide(hidden: Hidden, card: string | undefined): Hidden {
  return { ...hidden, count: hidden.count - 1, seen: hidden.seen.filter((one) => one.card !== card) };
}

/** A card leaves the cards that were taken: itself, or where it is not told, one with its back. */
function outOfHand(hand: HandCard[], card: string | undefined, back: string): HandCard[] {
  const tries = [
    (one: HandCard) => one.card === card,
    (one: HandCard) => one.card === null && one.back === back,
    (one: HandCard) => one.back === back,
  ];
  const at = tries.map((is) => hand.findIndex(is)).find((found) => found >= 0);
  return hand.filter((_, i) => i !== at);
}

/** A face-up card comes to a board, and changes the strength of its crew. */
function put(table: CloudsTable, seat: number, card: string, change = 0): CloudsTable {
  const type = table.kinds[slugOf(card)]?.type;
  const place = type === 'pirate' ? 'pirates' : type === 'relic' ? 'relics' : type === 'object' ? 'objects' : undefined;
  if (!place) return table;
  return withBoard(table, seat, (board) => ({ [place]: [...board[place], card], strength: board.strength + change }));
}

function drop(table: CloudsTable, seat: number, card: string, change = 0): CloudsTable {
  const without = (cards: string[]) => cards.filter((other) => other !== card);
  return withBoard(table, seat, (board) => ({
    pirates: without(board.pirates),
    relics: without(board.relics),
    objects: without(board.objects),
    strength: board.strength + change,
  }));
}

/** A fight between two seats has been shown. */
function fought(table: CloudsTable, seat: number, other: number, winner: number | null, tied = false): CloudsTable {
  const pairing = table.pairings.find(({ one, other: two }) => [seat, other].includes(one) && [seat, other].includes(two));
  return withBoarding(table, ({ fights }) => ({ fights: pairing ? [...fights, { ...pairing, winner, tied }] : fights }));
}

function moveRum(table: CloudsTable, from: number, to: number, card: string | undefined): CloudsTable {
  const left = withBoard(table, from, (board) => ({ rums: unhide(board.rums, card) }));
  return withBoard(left, to, (board) => ({ rums: hide(board.rums, card, to) }));
}

/** The Chest lies elsewhere now, with so many doubloons on it. */
function moveChest(table: CloudsTable, from: number, to: number, doubloons: number): CloudsTable {
  const left = withBoard(table, from, () => ({ chest: null }));
  return withBoard(left, to, () => ({ chest: doubloons }));
}

function after(table: CloudsTable, event: CloudsEvent): CloudsTable {
  const changed = change(table, event);
  // What was to be chosen is settled when something else begins.
  return changed.phase === table.phase ? changed : { ...changed, choices: [] };
}

function change(table: CloudsTable, event: CloudsEvent): CloudsTable {
  switch (event.event) {
    case 'match_began':
      return {
        ...table,
        round: 1,
        deck: { cards: event.deck, back: table.deck.back },
        shares: table.shares.map(() => ({ cards: [], doubloons: 0 })),
        share: null,
        hand: [],
      };
    case 'round_began':
      return { ...table, round: event.round };
    case 'turn_began':
      return { ...table, turn: event.seat, phase: 'looking', hand: [] };
    case 'share_looked_at':
      return { ...table, turn: event.seat, phase: 'looking', share: event.share };
    case 'card_seen':
      return withShare(table, event.share, ({ cards }) => ({ cards: swap(cards, event.place, (old) => ({ ...old, card: event.card })) }));
    case 'share_left':
      return { ...table, share: null };
    case 'share_taken': {
      const hand = table.shares[event.share].cards.map((card, place) => ({ ...card, place }));
      const emptied = withShare({ ...table, phase: 'laying', share: null, hand }, event.share, () => ({ cards: [], doubloons: 0 }));
      return gain(emptied, event.seat, event.doubloons);
    }
    case 'card_added':
      return withShare(drawn(table, event.next), event.share, ({ cards }) => ({
        cards: [...cards, { back: event.back, card: null, seen_by: [] }],
      }));
    case 'doubloon_added':
      return withShare(table, event.share, ({ doubloons }) => ({ doubloons: doubloons + 1 }));
    case 'card_drawn':
      return { ...drawn(table, event.next), phase: 'laying', share: null };
    case 'card_laid':
      return put(
        { ...table, hand: outOfHand(table.hand, event.card, table.kinds[slugOf(event.card)]?.back) },
        event.seat,
        event.card,
        event.change,
      );
    case 'card_laid_face_down': {
      const left = { ...table, hand: outOfHand(table.hand, event.card, event.back) };
      const place = event.type && ({ rum: 'rums', secret: 'secrets' } as const)[event.type];
      if (!place) return left;
      return withBoard(left, event.seat, (board) => ({ [place]: hide(board[place], event.card, event.seat) }));
    }
    case 'card_discarded':
      return { ...drop(table, event.seat, event.card, event.change), discards: [...table.discards, event.card] };
    case 'doubloons_gained':
      return gain(table, event.seat, event.doubloons);
    case 'chest_filled':
      return withBoard(table, event.seat, () => ({ chest: event.doubloons }));
    case 'chest_emptied':
      return withBoard(table, event.seat, () => ({ chest: null }));
    case 'parrot_taken':
      return { ...table, parrot: event.seat };
    case 'boarding_began': {
      const strengths = table.boards.map(({ strength }) => strength);
      const nothing = { applied: { left: [], right: [] }, sent: null, target: null, given: null };
      return { ...table, phase: 'sending', share: null, boarding: { strengths, fights: [], won: [], actor: event.parrot, ...nothing } };
    }
    case 'crew_counted':
      return withBoarding(table, ({ strengths }) => ({ strengths: swap(strengths, event.seat, () => event.strength) }));
    case 'fight_won':
      return fought(table, event.seat, event.loser, event.seat, event.tied);
    case 'fight_undecided':
      return fought(table, event.seat, event.other, null, event.tied);
    case 'chest_passed': {
      const passed = table.chest ? put(drop(table, event.from, table.chest), event.seat, table.chest) : table;
      return gain(moveChest(passed, event.from, event.seat, event.left), event.seat, event.moved);
    }
    case 'chest_moved':
      return moveChest(table, event.from, event.seat, event.doubloons);
    case 'pirate_sent':
      return withBoarding({ ...table, phase: 'sending' }, () => ({
        actor: event.seat,
        sent: event.card,
        target: event.victim,
        given: null,
      }));
    case 'doubloons_stolen':
      return gain(gain(table, event.victim, -event.doubloons), event.seat, event.doubloons);
    case 'rum_stolen':
    case 'rums_swapped':
      return moveRum(table, event.victim, event.seat, event.card);
    case 'rum_given':
      return moveRum(table, event.seat, event.victim, event.card);
    case 'objects_swapped': {
      const { seat, victim, given, taken } = event;
      return put(put(drop(drop(table, seat, given), victim, taken), victim, given), seat, taken);
    }
    case 'loot_taken':
      return withShare(table, event.share, ({ cards }) => ({ cards: cards.filter((_, i) => i !== event.place) }));
    case 'effects_declined':
      return withBoarding(table, () => ({ sent: null, target: null, given: null }));
    case 'boarding_ended':
      return { ...table, boarding: null };
    case 'crew_left':
      return withBoard(table, event.seat, () => ({ strength: event.strength }));
    case 'match_scored':
      return { ...table, phase: 'over' };
    default:
      return table;
  }
}

/** What follows from what: shown in the same beat as the event before it. */
const FOLLOWS: Partial<Record<CloudsEvent['event'], CloudsEvent['event'][]>> = {
  turn_began: ['round_began'],
  share_looked_at: ['turn_began', 'card_added', 'doubloon_added'],
  card_seen: ['share_looked_at', 'card_seen'],
  card_added: ['share_left', 'card_added', 'doubloon_added', 'match_began'],
  doubloon_added: ['share_left', 'card_added', 'doubloon_added'],
  card_laid: ['card_drawn', 'loot_taken'],
  card_laid_face_down: ['card_drawn', 'loot_taken'],
  card_discarded: ['card_discarded'],
  chest_filled: ['card_laid'],
  chest_moved: ['objects_swapped'],
  chest_emptied: ['card_discarded'],
  crew_counted: ['boarding_began', 'crew_counted'],
  crew_left: ['boarding_ended', 'crew_left'],
  doubloons_gained: ['pirate_sent', 'card_laid'],
  doubloons_stolen: ['pirate_sent'],
  rum_stolen: ['pirate_sent', 'rum_stolen'],
  rum_given: ['pirate_sent'],
  rums_swapped: ['rum_given'],
  parrot_taken: ['pirate_sent', 'card_laid'],
  objects_swapped: ['pirate_sent'],
  category_counted: ['doubloons_counted', 'cards_counted', 'category_counted'],
  cards_counted: ['category_counted', 'cards_counted'],
  match_scored: ['category_counted'],
  doubloons_counted: ['match_scored'],
  match_won: ['match_scored'],
};

export const motion: Motion<CloudsTable, CloudsEvent> = {
  after,
  together: (event, previous) => FOLLOWS[event.event]?.includes(previous.event) ?? false,
  pause(beat) {
    const [first] = beat;
    switch (first.event) {
      case 'boarding_began':
        return { after: 1100 };
      case 'fight_won':
      case 'fight_undecided':
      case 'chest_passed':
        return { after: 800 };
      case 'pirate_sent':
        return { after: 1000 };
      case 'boarding_ended':
        return { before: 300 };
      case 'round_began':
        return { after: 500 };
      case 'card_laid':
      case 'card_laid_face_down':
      case 'card_drawn':
      case 'loot_taken':
        return { after: 450 };
      default:
        return { after: 250 };
    }
  },
  leave(beat, table, me) {
    const taken = beat.find((event) => event.event === 'share_taken');
    if (taken && taken.seat !== me) {
      return {
        cards: table.shares[taken.share].cards.map(({ card }, place) => card ?? slot(taken.share, place)),
        to: `seat-${taken.seat}`,
      };
    }
    const discarded = beat.filter((event) => event.event === 'card_discarded');
    return discarded.length ? { cards: discarded.map(({ card }) => card), to: 'discards' } : undefined;
  },
  from(card, beat, me) {
    for (const event of beat) {
      if (event.event === 'card_added' && card.startsWith('share-')) return 'deck';
      if (event.event === 'card_seen' && event.card === card) return slot(event.share, event.place);
      if (event.event === 'card_drawn') return 'deck';
      if (event.event === 'loot_taken') return slot(event.share, 0);
      if ((event.event === 'card_laid' || event.event === 'card_laid_face_down') && event.card === card) {
        return event.seat === me ? undefined : `seat-${event.seat}`;
      }
      if (event.event === 'rum_stolen' && event.card === card) return `seat-${event.victim}`;
    }
    return undefined;
  },
  sound(event, me) {
    switch (event.event) {
      case 'card_laid':
      case 'card_laid_face_down':
      case 'card_added':
        return 'card';
      case 'share_taken':
        return 'trick';
      case 'boarding_began':
      case 'fight_won':
        return 'cannon';
      case 'match_won':
        return event.seat === me ? 'win' : undefined;
      default:
        return undefined;
    }
  },
  endsRound: (event) => event.event === 'boarding_ended' || event.event === 'match_won',
};
