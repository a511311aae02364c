/** A game's options in words. A game adds option.<name> and option.<name>.<choice> to its locale; what it leaves out is shown as it is. */
import { aboutOf } from '../games';
import type { Table } from '../generated/protocol';
import { hasText, t } from '../lib/i18n.svelte';

export function optionName(game: string, name: string): string {
  const key = `${game}:option.${name}`;
  return hasText(key) ? t(key) : name;
}

/** What an option that takes a file is about. */
export function optionWhy(game: string, name: string): string {
  const key = `${game}:option.${name}.why`;
  return hasText(key) ? t(key) : '';
}

/** The text of a file, or how a list of tables names it. */
function isFile(choice: Table['options'][string]): boolean {
  return choice === 'own' || (typeof choice === 'string' && choice.includes('\n'));
}

export function choiceName(game: string, name: string, choice: Table['options'][string]): string {
  if (isFile(choice)) return t('new.own_file');
  const words = aboutOf(game)?.choiceWords?.(name, choice);
  if (words) return words.map((word) => t(word)).join(', ');
  const key = `${game}:option.${name}.${choice}`;
  if (hasText(key)) return t(key);
  const shape = `${game}:option.${name}.*`;
  // Seats are counted from 0 on the wire, from 1 at the table.
  return hasText(shape)
    ? t(shape, { n: typeof choice === 'boolean' ? String(choice) : choice, place: Number(choice) + 1 })
    : String(choice);
}

export function clockName(seconds: number | null): string {
  if (seconds === null) return t('clock.none');
  if (seconds < 120) return t('clock.seconds', { n: seconds });
  if (seconds < 7200) return t('clock.minutes', { n: Math.round(seconds / 60) });
  if (seconds < 172_800) return t('clock.hours', { n: Math.round(seconds / 3600) });
  return t('clock.days', { n: Math.round(seconds / 86_400) });
}

export function levelName(level: string): string {
  const key = `level.${level}`;
  return hasText(key) ? t(key) : level;
}

/** What bots are rated, by level. */
export type Ratings = Record<string, number>;

/** A level to choose, with its rating in the game, if measured. */
export function ratedLevel(level: string, ratings: Ratings): string {
  return level in ratings ? t('lobby.level_rated', { level: levelName(level), points: ratings[level] }) : levelName(level);
}

/** The default level for newcomers: not the weakest, if there are several. */
export function usualLevel(levels: string[]): string {
  return levels[Math.min(1, levels.length - 1)];
}
