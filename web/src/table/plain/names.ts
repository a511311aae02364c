/**
 * What a plain table says. A game's locale may have `table.<field>`, `move.<move>`, `card.<card>` and `log.<event>` (with
 * `_you` for the reader's own); what it leaves out is shown as the game's own names, so that nothing is ever unreadable.
 */
import { hasText, t, type Params } from '../../lib/i18n.svelte';
import type { GameEvent, Play } from '../contract';

/** What the server may send inside a table or an event. */
type Told = string | number | boolean | null | undefined | Told[] | { [field: string]: Told };

function spaced(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function named(key: string, otherwise: string): string {
  return hasText(key) ? t(key) : otherwise;
}

export const fieldName = (game: string, field: string): string => named(`${game}:table.${field}`, spaced(field));
export const moveName = (game: string, move: string): string => named(`${game}:move.${move}`, cardName(game, move));
export const cardName = (game: string, card: string): string => named(`${game}:card.${card}`, card);

/** A number, a card or a list of them as text. */
export function valueText(game: string, value: unknown): string {
  const told = value as Told;
  if (told === null || told === undefined || told === '') return '–';
  if (typeof told === 'boolean') return t(told ? 'plain.yes' : 'plain.no');
  if (Array.isArray(told)) return told.length ? told.map((one) => valueText(game, one)).join(' · ') : '–';
  if (typeof told === 'object')
    return Object.entries(told)
      .map(([field, one]) => `${fieldName(game, field)}: ${valueText(game, one)}`)
      .join(', ');
  return cardName(game, String(told));
}

export function seatName(play: Play, seat: number): string {
  return play.seats[seat]?.you ? t('seat.you') : (play.seats[seat]?.name ?? '');
}

/** An event as a sentence: the game's own, or its name and its fields. */
export function line(happened: GameEvent, play: Play): string | null {
  const { game } = play;
  const { event, ...told } = happened as GameEvent & Record<string, unknown>;
  const seat = typeof told.seat === 'number' ? told.seat : null;
  const values: Params = { name: seat === null ? '' : seatName(play, seat) };
  for (const [field, value] of Object.entries(told)) values[field] = typeof value === 'number' ? value : valueText(game, value);
  const key = `${game}:log.${event}`;
  const own = `${key}_you`;
  if (seat !== null && play.seats[seat]?.you && hasText(own)) return t(own, values);
  if (hasText(key)) return t(key, values);
  const facts = Object.entries(told).filter(([field, value]) => field !== 'seat' && value !== undefined && value !== null);
  const said = facts.map(([field, value]) => `${fieldName(game, field)} ${valueText(game, value)}`).join(', ');
  const subject = seat === null ? '' : `${seatName(play, seat)}: `;
  return `${subject}${spaced(event)}${said ? ` (${said})` : ''}`;
}
