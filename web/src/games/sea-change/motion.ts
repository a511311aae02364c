import type { Motion } from '../../table/contract';
import { suitOf, suits, valueOf } from './suits';
import type { Event as SeaEvent, Table as SeaTable } from '../../generated/sea-change';

const ORDER = Object.keys(suits).join('');

/** By suit, then by value. */
export function sorted(hand: string[]): string[] {
  return [...hand].sort((a, b) => ORDER.indexOf(suitOf(a)) - ORDER.indexOf(suitOf(b)) || valueOf(a) - valueOf(b));
}

function add(list: number[], place: number, amount: number): number[] {
  return list.map((value, i) => (i === place ? value + amount : value));
}

function after(table: SeaTable, event: SeaEvent, me: number | null): SeaTable {
  switch (event.event) {
    case 'round_began':
      return {
        ...table,
        round: event.round,
        dealer: event.dealer,
        hand: [],
        refused: {},
        held: table.held.map(() => 0),
        trick: [],
        ahead: null,
        last_trick: [],
        last_winner: null,
        lead: null,
        trump: null,
        tricks: table.tricks.map(() => 0),
        taken: table.taken.map(() => 0),
      };
    case 'card_dealt':
    case 'card_drawn':
      return {
        ...table,
        hand: event.seat === me && event.card ? sorted([...table.hand, event.card]) : table.hand,
        held: add(table.held, event.seat, 1),
        pile: event.event === 'card_drawn' ? table.pile - 1 : table.pile,
      };
    case 'card_played':
      return {
        ...table,
        hand: table.hand.filter((card) => card !== event.card),
        refused: {},
        held: table.held[event.seat] ? add(table.held, event.seat, -1) : table.held,
        trick: [...table.trick, { seat: event.seat, card: event.card }],
      };
    case 'trump_set':
    case 'sea_changed':
      return { ...table, trump: event.suit };
    case 'went_ahead':
      return { ...table, ahead: event.seat };
    case 'trick_won':
      return {
        ...table,
        trick: [],
        ahead: null,
        lead: null,
        last_trick: table.trick,
        last_winner: event.seat,
        tricks: add(table.tricks, event.seat, 1),
        taken: add(table.taken, table.sides[event.seat], event.cards),
      };
    case 'vp_earned':
      return { ...table, vps: table.vps.map((vps, side) => (side === event.side ? event.vps : vps)) };
    default:
      return table;
  }
}

const SCORING = ['card_counted', 'round_scored', 'vp_earned', 'match_won'];

export const motion: Motion<SeaTable, SeaEvent> = {
  after,
  together: (event, previous) =>
    event.event === 'card_dealt' ||
    event.event === 'trump_set' ||
    event.event === 'card_drawn' ||
    event.event === 'went_ahead' ||
    (SCORING.includes(event.event) && SCORING.includes(previous.event)),
  pause(beat) {
    switch (beat[0].event) {
      case 'trick_won':
        return { before: 1300 }; // long enough to read why
      case 'sea_changed':
        return { after: 900 };
      case 'round_began':
        return { after: 300 };
      default:
        return { after: 160 };
    }
  },
  leave(beat, table) {
    const [won] = beat;
    return won.event === 'trick_won' ? { cards: table.trick.map(({ card }) => card), to: `seat-${won.seat}` } : undefined;
  },
  from(card, beat, me) {
    const event = beat.find((one) => 'card' in one && one.card === card);
    if (event?.event === 'card_dealt') return 'deck';
    if (event?.event === 'card_drawn') return 'pile';
    return event?.event === 'card_played' && event.seat !== me ? `seat-${event.seat}` : undefined;
  },
  sound(event, me, table) {
    if (event.event === 'card_played') return 'card';
    if (event.event === 'trick_won') return 'trick';
    if (event.event === 'sea_changed') return 'tide';
    return event.event === 'match_won' && me !== null && event.side === table.sides[me] ? 'win' : undefined;
  },
  stays: (event) => event.event === 'trick_won',
  endsRound: (event) => event.event === 'round_scored',
};
