/** What lies where: boards, what of them you may be shown, and how cards are named at this table. */
import { t, type Key } from '../../lib/i18n.svelte';
import { plain, signed } from '../../lib/numbers';
import type { CardFacts } from '../../lib/skin';
import type { Play } from '../../table/contract';
import { slugOf } from './loot';
import { nameOf } from './names';
import type { Board, Event as CloudsEvent, Table as CloudsTable, Hidden, Kind } from '../../generated/sea-of-clouds';

export type CloudsPlay = Play<CloudsTable, CloudsEvent>;

/** What a kind of card does: from its effect and its numbers, so that a host's own deck is described as well as ours. */
export function does(kind: Kind): string {
  if (kind.text) return kind.text;
  const isPirate = kind.type === 'pirate';
  const n = kind.doubloons ?? kind.rums ?? kind.points ?? kind.value ?? 1;
  const when = t(isPirate ? (kind.once ? 'sea-of-clouds:when.once' : 'sea-of-clouds:when.each') : 'sea-of-clouds:when.instant');
  const may = kind.optional ? 'may-' : '';
  return t(`sea-of-clouds:does.${may}${kind.effect}` as Key, {
    n,
    when,
    points: n,
    strength: signed(kind.strength ?? 0),
    most: kind.most ?? 0,
    others: kind.others ?? 0,
    values: (kind.values ?? []).map(plain).join(', '),
  });
}

/** The number in a card's corner: a Pirate's strength, a Rum's value, what an Object adds. */
function numberOf(kind: Kind): number | undefined {
  if (kind.type === 'pirate' || kind.effect === 'strength') return kind.strength;
  return kind.effect === 'points' ? kind.points : kind.effect === 'value' ? kind.value : undefined;
}

/** What is on a card; `step`: how many of its set there are. */
export function factsOf(table: CloudsTable, card: string, step?: number): CardFacts {
  const kind = table.kinds[slugOf(card)];
  if (!kind) return {};
  return { type: kind.back, name: kind.title, text: does(kind), number: numberOf(kind), table: kind.values, step };
}

export function cardName(table: CloudsTable, card: string): string {
  return nameOf(card, factsOf(table, card));
}

/** Cards of a kind, side by side. */
export interface Group {
  kind: string;
  cards: string[];
}

export function grouped(cards: string[]): Group[] {
  const found = new Map<string, string[]>();
  for (const card of cards) found.set(slugOf(card), [...(found.get(slugOf(card)) ?? []), card]);
  return [...found].map(([kind, those]) => ({ kind, cards: those }));
}

/** Face-down cards of a board that you are shown: your own, and those of others where the table helps your memory. */
export function shown(play: CloudsPlay, board: Board, hidden: Hidden): string[] {
  const open = board.seat === play.me || play.memory || play.view.over;
  return open ? hidden.seen.map(({ card }) => card) : [];
}

/** What you can see of a captain's points: all of your own, of the others what lies open. */
export function inSight(play: CloudsPlay, seat: number): number {
  const { known_points, face_up_points } = play.table.boards[seat];
  return seat === play.me || play.memory || play.view.over ? known_points : face_up_points;
}

/** "You", or a name. */
export function nameOfSeat(play: CloudsPlay, seat: number): string {
  const one = play.seats[seat];
  return one?.you ? t('seat.you') : (one?.name ?? '');
}

export function boardName(play: CloudsPlay, seat: number): string {
  return play.seats[seat]?.you ? t('sea-of-clouds:your_board') : t('sea-of-clouds:board_of', { name: nameOfSeat(play, seat) });
}
