/** What the server is asked about your history, ratings and leaderboards. Loaded only where it is needed. */
import type words from '../../../src/seaboard/locales/en/you.json';
import type { Done, Leaderboard, PastMatches, Profile } from '../generated/protocol';
import { call, listGames } from '../lib/api';
import { language, loadLocales } from '../lib/i18n.svelte';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    you: typeof words;
  }
}

export interface Wanted {
  game: string;
  result: string;
  level: string;
  search: string;
}

/** The words of everything in this folder, of the games and of the server's refusals; the names of the games. */
export async function loadWords(): Promise<string[]> {
  const games = (await listGames()).games.map(({ name }) => name);
  await loadLocales('you', 'server', ...games);
  return games;
}

export const profile = () => call<Profile>('GET', '/you');
export const setListed = (on: boolean) => call<Done>('POST', '/you/listed', { on });
export const erase = (name: string) => call<Done>('POST', '/you/delete', { name });
export const exportAddress = '/api/you/export';

function query(fields: Record<string, string | null>): string {
  const asked = new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])));
  return asked.size ? `?${asked}` : '';
}

export const matches = (wanted: Wanted, after: string | null) => call<PastMatches>('GET', `/you/matches${query({ ...wanted, after })}`);
export const leaderboard = (game: string, after: string | null) =>
  call<Leaderboard>('GET', `/leaderboards/${encodeURIComponent(game)}${query({ after })}`);

/** A share of a win in points of a hundred, with the reader's decimal sign. */
export const points = (share: number): string => (share * 100).toLocaleString(language(), { maximumFractionDigits: 1 });

export const date = (at: number): string =>
  new Date(at * 1000).toLocaleDateString(language(), { day: 'numeric', month: 'short', year: 'numeric' });
