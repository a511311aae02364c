import type { Motion } from '../../table/contract';
import { numberOf } from './sky';
import type { LandEvent, LandTable } from './play';

function put<V>(list: V[], place: number, value: V): V[] {
  return list.map((old, i) => (i === place ? value : old));
}

/** Weather or water, lowest first. */
export function sorted(cards: string[]): string[] {
  return [...cards].sort((a, b) => numberOf(a) - numberOf(b));
}

/** The turned-up water as cards: of two alike, the second needs its own id to be animated. */
export function waterIds(water: (string | null)[]): (string | null)[] {
  return water.map((card, i) => (card && i > 0 && card === water[0] ? `${card}b` : card));
}

function after(table: LandTable, event: LandEvent, me: number | null): LandTable {
  const none = table.out.map(() => false);
  const empty = table.out.map(() => null);
  switch (event.event) {
    case 'round_began':
      return {
        ...table,
        round: event.round,
        dealer: event.dealer,
        trick: 0,
        leader: null,
        hand: [],
        choice: null,
        may_change: false,
        chosen: none,
        refused: {},
        water: [],
        trick_cards: empty,
        ahead: [],
        last_trick: [],
        levels: table.levels.map(() => 0),
        highest: [],
        lifebuoys: table.lifebuoys.map(() => 0),
        out: none,
        discards: table.discards.map(() => []),
        takes: undefined,
        paid: undefined,
        passed: undefined,
      };
    case 'card_dealt':
      return event.seat === me && event.card ? { ...table, hand: sorted([...table.hand, event.card]) } : table;
    case 'lifebuoys_taken':
      return { ...table, lifebuoys: put(table.lifebuoys, event.seat, event.lifebuoys) };
    case 'water_turned':
      return {
        ...table,
        trick: table.trick + 1,
        water: sorted([event.first, event.second]),
        leader: null,
        chosen: none,
        trick_cards: empty,
        ahead: [],
        takes: undefined,
        paid: undefined,
      };
    case 'went_ahead':
      return { ...table, ahead: [event.seat, ...(event.runner_up === null ? [] : [event.runner_up])] };
    case 'card_revealed':
    case 'card_played':
      return {
        ...table,
        trick_cards: put(table.trick_cards, event.seat, event.card),
        chosen: put(table.chosen, event.seat, false),
        hand: event.seat === me ? table.hand.filter((card) => card !== event.card) : table.hand,
        choice: event.seat === me ? null : table.choice,
        may_change: false,
        refused: {},
        discards: put(table.discards, event.seat, sorted([...table.discards[event.seat], event.card])),
      };
    case 'water_taken':
      return {
        ...table,
        levels: put(table.levels, event.seat, numberOf(event.water)),
        highest: event.highest ?? table.highest,
        water: put(table.water, table.water.indexOf(event.water), null),
        takes: put(table.takes ?? empty, event.seat, event.water),
      };
    case 'lifebuoy_lost':
      return {
        ...table,
        lifebuoys: put(table.lifebuoys, event.seat, event.left),
        paid: put(table.paid ?? none, event.seat, true),
      };
    case 'seat_eliminated':
      return {
        ...table,
        levels: put(table.levels, event.seat, 0),
        highest: event.highest ?? table.highest,
        out: put(table.out, event.seat, true),
      };
    case 'round_scored':
      return {
        ...table,
        chosen: none,
        trick_cards: empty,
        ahead: [],
        takes: undefined,
        paid: undefined,
      };
    case 'score_changed':
      return { ...table, scores: put(table.scores, event.seat, event.score) };
    case 'hand_passed': {
      const passed = table.passed ?? table.hands; // all pass at once
      return { ...table, hand: [], refused: {}, passed, hands: put(table.hands, event.to, passed[event.seat]) };
    }
    default:
      return table;
  }
}

/** Kinds of events that happen at once. */
const AT_ONCE: LandEvent['event'][][] = [
  ['round_began', 'card_dealt', 'lifebuoys_taken'],
  ['card_revealed'],
  ['lifebuoy_lost'],
  ['seat_eliminated'],
  ['round_scored', 'score_changed', 'match_won'],
  ['hand_passed'],
];

export const motion: Motion<LandTable, LandEvent> = {
  after,
  together: (event, previous) =>
    event.event === 'went_ahead' ||
    (event.event !== 'round_began' && AT_ONCE.some((kinds) => kinds.includes(event.event) && kinds.includes(previous.event))),
  pause(beat) {
    switch (beat[0].event) {
      case 'card_revealed': // all lie face down a moment
        return { before: 550, after: 500 };
      case 'water_taken':
        return { before: 100, after: 500 };
      case 'lifebuoy_lost':
        return { before: 100, after: 1000 };
      case 'seat_eliminated':
        return { before: 200, after: 1300 };
      case 'water_turned':
        return { before: 250, after: 100 };
      case 'round_scored':
        return { before: 900 };
      case 'hand_passed':
        return { after: 800 };
      case 'round_began':
        return { after: 300 };
      default:
        return { after: 200 };
    }
  },
  leave(beat, table, me) {
    const [event] = beat;
    if (event.event === 'water_taken') {
      const card = waterIds(table.water)[table.water.indexOf(event.water)];
      return card ? { cards: [card], to: `shore-${event.seat}` } : undefined;
    }
    if (event.event === 'water_turned' || event.event === 'round_scored') {
      return { cards: table.trick_cards.filter((card) => card !== null), to: 'discard' };
    }
    const own = beat.find((one) => one.event === 'hand_passed' && one.seat === me);
    return own?.event === 'hand_passed' ? { cards: table.hand, to: `seat-${own.to}` } : undefined;
  },
  from(card, beat, me, table) {
    const event = beat.find((one) => ('card' in one && one.card === card) || (one.event === 'water_turned' && card[0] === 'w'));
    switch (event?.event) {
      case 'card_dealt':
      case 'water_turned':
        return 'deck';
      case 'card_revealed':
        return `spot-${event.seat}`;
      case 'card_played':
        return event.seat === me ? undefined : `seat-${event.seat}`;
      default:
        // No event names the cards of a hand that was passed on.
        return beat.length === 0 && me !== null ? `seat-${table.passes_to.indexOf(me)}` : undefined;
    }
  },
  sound(event, me) {
    switch (event.event) {
      case 'card_revealed':
        return event.seat === me ? 'card' : undefined;
      case 'card_played':
        return 'card';
      case 'water_taken':
        return 'tide';
      case 'lifebuoy_lost':
        return 'trick';
      case 'match_won':
        return event.seat === me ? 'win' : undefined;
      default:
        return undefined;
    }
  },
  endsRound: (event) => event.event === 'round_scored',
};
