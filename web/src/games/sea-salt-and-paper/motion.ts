import type { Pile, Points } from '../../generated/sea-salt-and-paper';
import type { Motion } from '../../table/contract';
import { sorted } from './order';
import type { PaperEvent, PaperTable } from './play';

const NO_POINTS: Points = {
  pairs: 0,
  mermaids: 0,
  collections: 0,
  multipliers: 0,
  sources: [],
  mermaid_colours: [],
  total: 0,
  colour_bonus: 0,
  colour: null,
};

/** A hidden card of another seat's hand: known by its place alone. */
export const hiddenCard = (seat: number, place: number): string => `held-${seat}-${place}`;

function changed<V>(list: V[], place: number, change: (value: V) => V): V[] {
  return list.map((value, i) => (i === place ? change(value) : value));
}

/** A card that a seat holds is in its hand. */
function keeps(table: PaperTable, seat: number, card: string | undefined, me: number | null): PaperTable {
  return { ...table, hand: seat === me && card ? sorted([...table.hand, card]) : table.hand };
}

function holds(table: PaperTable, seat: number, more: number): PaperTable {
  return { ...table, held: changed(table.held, seat, (held) => held + more) };
}

/** A card comes into a hand. */
function gains(table: PaperTable, seat: number, card: string | undefined, me: number | null): PaperTable {
  return holds(keeps(table, seat, card, me), seat, 1);
}

/** Cards leave a hand; which ones is known to those who see them. */
function loses(table: PaperTable, seat: number, cards: (string | undefined)[]): PaperTable {
  return holds({ ...table, hand: table.hand.filter((card) => !cards.includes(card)) }, seat, -cards.length);
}

function lays(table: PaperTable, seat: number, cards: string[]): PaperTable {
  return { ...loses(table, seat, cards), laid: changed(table.laid, seat, (laid) => [...laid, cards]) };
}

/** One card less on a pile that nobody looks through any more. */
function lessOne(table: PaperTable, pile: number, card: string | undefined): PaperTable {
  const less = ({ size, top }: Pile): Pile => ({ size: size - 1, top: card === top ? null : top, searched: false, cards: null });
  return { ...table, piles: changed(table.piles, pile - 1, less) };
}

/** The view that follows says whose turn it is, and what may be done in it. */
function after(table: PaperTable, event: PaperEvent, me: number | null): PaperTable {
  switch (event.event) {
    case 'round_began':
      return {
        ...table,
        round: event.round,
        starter: event.starter,
        hand: [],
        drawn: [],
        without_partner: [],
        held: table.held.map(() => 0),
        revealed: table.held.map(() => null),
        laid: table.held.map(() => []),
        deck: event.deck,
        piles: [1, 2].map(() => ({ size: 0, top: null, searched: false, cards: null })),
        points: table.held.map(() => NO_POINTS),
        if_called: null,
        caller: null,
        last_turns: [],
        refused: {},
      };
    case 'pile_shown': {
      const piles = changed(table.piles, event.pile - 1, (pile) => ({ ...pile, size: pile.size || 1, top: event.card }));
      return { ...table, piles, deck: event.deck };
    }
    case 'two_drawn': {
      const drawn = event.first && event.second && event.seat === me ? [event.first, event.second] : [];
      return { ...holds(table, event.seat, 2), drawn, deck: event.deck };
    }
    case 'card_kept':
      return { ...keeps(table, event.seat, event.card, me), drawn: table.drawn.filter((card) => card !== event.card) };
    case 'card_discarded': {
      const more = ({ size }: Pile): Pile => ({ size: size + 1, top: event.card, searched: false, cards: null });
      return { ...holds(table, event.seat, -1), drawn: [], piles: changed(table.piles, event.pile - 1, more) };
    }
    case 'card_taken':
    case 'card_picked':
      return lessOne(gains(table, event.seat, event.card, me), event.pile, event.card);
    case 'card_drawn':
      return { ...gains(table, event.seat, event.card, me), deck: event.deck };
    case 'pair_laid':
      return lays(table, event.seat, [event.first, event.second]);
    case 'mermaids_laid':
      return lays(table, event.seat, event.laid);
    case 'pile_searched':
      return { ...table, piles: changed(table.piles, event.pile - 1, (pile) => ({ ...pile, searched: true })) };
    case 'card_stolen':
      return gains(loses(table, event.victim, [event.card]), event.seat, event.card, me);
    case 'last_chance_called':
      return { ...table, caller: event.seat, if_called: null };
    case 'hand_revealed':
      return { ...table, revealed: changed(table.revealed, event.seat, () => []) };
    case 'card_revealed':
      return { ...table, revealed: changed(table.revealed, event.seat, (cards) => [...(cards ?? []), event.card]) };
    case 'round_scored':
      return { ...table, scores: changed(table.scores, event.seat, () => event.score) };
    default:
      return table;
  }
}

const REVEALING = ['hand_revealed', 'card_revealed'];
const SCORING = ['bet_won', 'bet_lost', 'points_counted', 'mermaid_counted', 'cards_scored', 'bonus_scored', 'round_scored', 'match_won'];

/** Whether one event of a beat is about this card. */
function isAbout(event: PaperEvent, card: string): boolean {
  return ('card' in event && event.card === card) || ('first' in event && (event.first === card || event.second === card));
}

/** Where a card comes from by this event: the place's name. */
function source(event: PaperEvent, me: number | null): string | undefined {
  switch (event.event) {
    case 'two_drawn':
    case 'card_drawn':
      return 'deck';
    case 'card_picked':
      return `pile-${event.pile}`;
    case 'card_stolen':
      return `seat-${event.victim}`;
    case 'card_discarded':
    case 'pair_laid':
    case 'mermaids_laid':
      return event.seat === me ? undefined : `seat-${event.seat}`;
    default:
      return undefined;
  }
}

export const motion: Motion<PaperTable, PaperEvent> = {
  after,
  together: (event, previous) =>
    event.event === 'pile_shown' ||
    event.event === 'turn_ended' ||
    (event.event === 'card_discarded' && previous.event === 'card_kept') ||
    (REVEALING.includes(event.event) && (REVEALING.includes(previous.event) || previous.event === 'turn_ended')) ||
    (SCORING.includes(event.event) && SCORING.includes(previous.event)),
  pause(beat) {
    switch (beat[0].event) {
      case 'stop_called':
      case 'last_chance_called':
        return { after: 1100 };
      case 'hand_revealed':
        return { after: 900 };
      case 'mermaids_laid':
        return { after: 1500 };
      case 'bet_won':
      case 'bet_lost':
      case 'points_counted':
      case 'cards_scored':
        return { before: 900 };
      case 'pair_laid':
      case 'card_stolen':
      case 'effect_lost':
      case 'pile_searched':
        return { after: 450 };
      case 'turn_ended':
        return beat.length > 1 ? { after: 700 } : {};
      case 'round_began':
        return { after: 300 };
      default:
        return { after: 180 };
    }
  },
  leave(beat, table, me) {
    const [event] = beat;
    // All see which card is taken; and a stolen card is seen by whoever loses it.
    if (event.event === 'card_taken' && event.seat !== me) return { cards: [event.card], to: `seat-${event.seat}` };
    if (event.event === 'card_stolen' && event.victim === me && event.card) return { cards: [event.card], to: `seat-${event.seat}` };
    if (event.event !== 'round_began') return undefined;
    const shown = table.revealed.flatMap((cards) => cards ?? []);
    const tops = table.piles.flatMap(({ top }) => (top ? [top] : []));
    return { cards: [...new Set([...tops, ...table.laid.flat(2), ...shown, ...table.hand])], to: 'deck' };
  },
  from(card, beat, me) {
    if (card.startsWith('held-')) {
      const seat = Number(card.split('-')[1]);
      const event = beat.find(
        (one) => 'seat' in one && one.seat === seat && ['two_drawn', 'card_drawn', 'card_picked', 'card_stolen'].includes(one.event),
      );
      return event && source(event, me);
    }
    const event = beat.find((one) => isAbout(one, card));
    if (event?.event === 'pile_shown') return beat[0].event === 'round_began' ? 'deck' : undefined;
    return event && source(event, me);
  },
  sound(event, me) {
    switch (event.event) {
      case 'two_drawn':
      case 'card_discarded':
      case 'card_taken':
      case 'card_drawn':
      case 'card_picked':
      case 'pair_laid':
        return 'card';
      case 'card_stolen':
        return 'trick';
      case 'stop_called':
      case 'last_chance_called':
      case 'mermaids_laid':
        return 'tide';
      case 'match_won':
        return event.seat === me ? 'win' : undefined;
      default:
        return undefined;
    }
  },
  endsRound: (event) => event.event === 'round_scored' || event.event === 'round_cancelled',
};
