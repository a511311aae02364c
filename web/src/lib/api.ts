/** The page's one door to the server. Shapes are the server's; nothing here decides anything. */
import { hasWord, t } from './i18n.svelte';

export interface GameListing {
  game: string;
  seats: { least: number; most: number; usual: number };
}

export interface SeatWish {
  kind: 'you' | 'bot' | 'open';
}

export interface TableWish {
  game: string;
  seats?: SeatWish[];
  options?: Record<string, unknown>;
}

export interface TableListing {
  table: string;
  game: string;
  /** Names in seat order; null where nobody sits yet. */
  seats: (string | null)[];
  yourTurn?: boolean;
  over?: boolean;
}

export interface MatchListing {
  match: string;
  table: string;
  game: string;
  ended: string;
  won: boolean;
}

/** A request that failed, as a word of ours: offline, or what the server called it. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status = 0,
  ) {
    super(code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('offline');
  }
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const said: unknown = isJson ? await answer.json().catch(() => null) : null;
  if (!answer.ok) throw new ApiError((said as { error?: string } | null)?.error ?? 'server', answer.status);
  if (!isJson) throw new ApiError('server', answer.status);
  return said as T;
}

export const listGames = () => call<GameListing[]>('GET', '/games');
export const createTable = (wish: TableWish) => call<{ table: string }>('POST', '/tables', wish);
export const listTables = (game: string) => call<TableListing[]>('GET', `/tables?game=${encodeURIComponent(game)}`);
export const myTables = () => call<TableListing[]>('GET', '/me/tables');
export const myMatches = () => call<MatchListing[]>('GET', '/me/matches');

/** What went wrong, in a sentence that says what to do. */
export function sentenceFor(error: unknown): string {
  const key = `error.${error instanceof ApiError ? error.code : 'server'}`;
  return hasWord(key) ? t(key) : t('error.server');
}
