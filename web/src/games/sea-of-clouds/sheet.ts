/** The score sheet: a boarding, and the final count; made from the events, which tell every point. */
import { t } from '../../lib/i18n.svelte';
import { plain } from '../../lib/numbers';
import type { ScoreRow } from '../../table/contract';
import { inSight, nameOfSeat, shown, type CloudsPlay } from './board';
import type { CategoryCounted, Event as CloudsEvent } from '../../generated/sea-of-clouds';

type Category = CategoryCounted['category'];

export const CATEGORIES: Category[] = ['doubloons', 'rums', 'relics', 'secrets', 'objects'];

export interface Counted {
  kind: string;
  count: number;
  points: number;
}

export interface Count {
  seat: number;
  doubloons: number;
  chest: number;
  categories: Record<Category, { points: number; cards: Counted[] }>;
  points: number;
}

const empty = (seat: number): Count => ({
  seat,
  doubloons: 0,
  chest: 0,
  categories: Object.fromEntries(CATEGORIES.map((category) => [category, { points: 0, cards: [] }])) as unknown as Count['categories'],
  points: 0,
});

/** The final count, seat by seat; empty before it. */
export function finalCount(events: CloudsEvent[]): Count[] {
  const found = new Map<number, Count>();
  const of = (seat: number) => found.get(seat) ?? found.set(seat, empty(seat)).get(seat)!;
  let cards: Counted[] = [];
  for (const event of events) {
    if (event.event === 'doubloons_counted') Object.assign(of(event.seat), { doubloons: event.doubloons, chest: event.chest });
    else if (event.event === 'cards_counted') cards.push(event);
    else if (event.event === 'category_counted') {
      of(event.seat).categories[event.category] = { points: event.points, cards };
      cards = [];
    } else if (event.event === 'match_scored') of(event.seat).points = event.points;
  }
  return [...found.values()];
}

/** The events of the last boarding. */
export function lastBoarding(events: CloudsEvent[]): CloudsEvent[] {
  const began = events.findLastIndex(({ event }) => event === 'boarding_began');
  const ended = events.findLastIndex(({ event }) => event === 'boarding_ended');
  return began < 0 ? [] : events.slice(began, ended > began ? ended + 1 : undefined);
}

export const isCounted = (events: CloudsEvent[]): boolean => events.at(-1)?.event === 'match_won';

export function sheetTitle(events: CloudsEvent[]): string {
  if (isCounted(events)) return t('sea-of-clouds:count');
  const round = events.findLast((event) => event.event === 'boarding_began')?.round ?? 0;
  return t('sea-of-clouds:log.boarding', { round });
}

function hasUnknown(play: CloudsPlay, seat: number): boolean {
  const board = play.table.boards[seat];
  return [board.rums, board.secrets].some((hidden) => hidden.count > shown(play, board, hidden).length);
}

export function scores(play: CloudsPlay): ScoreRow[] {
  const counts = finalCount(play.events);
  return play.seats.map(({ seat }) => ({
    name: nameOfSeat(play, seat),
    rounds: [],
    // Before the count, what can be seen; the rest is a question.
    total: counts.length ? plain(counts[seat].points) : plain(inSight(play, seat)) + (hasUnknown(play, seat) ? ' + ?' : ''),
  }));
}
