/** The only place that makes HTTP requests. Types are the server's; no decisions are made here. */
import { hasText, language, t, type Key, type Params } from './i18n.svelte';
import type {
  Blocked,
  Coming,
  Companions,
  Done,
  Games,
  Hint,
  HintReason,
  Lesson,
  Lessons,
  Person,
  PracticeRequest,
  Problem,
  PushKey,
  PushRequest,
  PuzzlePosition,
  Puzzles,
  PuzzleVerdict,
  Reach,
  Reason,
  Replay,
  ReviewMessage,
  SetUpRequest,
  Summary,
  Table,
  TableRequest,
} from '../generated/protocol';
import { noteBan } from './barred.svelte';
import { settings } from './settings.svelte';
import { ownPart } from './shuffles';

/** A request that failed: out of reach, or refused with a reason. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason?: Reason,
  ) {
    super(reason?.text ?? `status ${status}`);
  }
}

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api${path}`, {
      method,
      headers: { 'accept-language': language(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal,
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const said: unknown = isJson ? await answer.json().catch(() => null) : null;
  if (!answer.ok) {
    const why = (said as Partial<Problem> | null)?.error;
    noteBan(why);
    throw new ApiError(answer.status, why);
  }
  if (!isJson) throw new ApiError(502);
  return said as T;
}

const tableCall = (id: string, what: string, body: unknown = {}) => call<Table>('POST', `/tables/${encodeURIComponent(id)}/${what}`, body);

let games: Promise<Games> | undefined;

/** The games there are, in the order of the shelf; asked for once. */
export function listGames(): Promise<Games> {
  games ??= call<Games>('GET', '/games').catch((error: unknown) => {
    games = undefined;
    throw error;
  });
  return games;
}

export const rename = (name: string) => call<Person>('POST', '/guest', { name });
export const show = (game: string) => call<Table>('POST', `/games/${encodeURIComponent(game)}/show`, {});
export const table = (id: string) => call<Table>('GET', `/tables/${encodeURIComponent(id)}`);
export const sit = (id: string, seat?: number) => tableCall(id, 'sit', seat === undefined ? {} : { seat });
export const stand = (id: string) => tableCall(id, 'stand');
export const seatBot = (id: string, seat: number, level: string | null) => tableCall(id, 'bot', { seat, level });
export const start = (id: string, fill?: string) => tableCall(id, 'start', fill ? { fill } : {});
export const resign = (id: string) => tableCall(id, 'resign');
export const rematch = (id: string) => tableCall(id, 'rematch');
export const cover = (id: string, seat: number) => tableCall(id, 'cover', { seat });
export const setUp = (id: string, wish: SetUpRequest) => tableCall(id, 'options', wish);
export const cancel = (id: string) => tableCall(id, 'cancel');
export const reach = () => call<Reach>('GET', '/reach').then(({ addresses }) => addresses);
export const pushKey = () => call<PushKey>('GET', '/push').then(({ key }) => key);
export const tellDevice = (how: PushRequest) => call<Done>('POST', '/push', how);
export const stopTelling = () => call<Done>('POST', '/push/stop');
export const notify = (id: string, on: boolean) => tableCall(id, 'notify', { on });
export const forget = (id: string) => tableCall(id, 'forget');
export const remove = (id: string, person: string) => tableCall(id, 'remove', { person });
export const switchChat = (id: string, on: boolean) => tableCall(id, 'chat', { on });
export const blocked = () => call<Blocked>('GET', '/my/blocks').then(({ people }) => people);
export const block = (person: string) => call<Blocked>('POST', `/people/${encodeURIComponent(person)}/block`, {});
export const unblock = (person: string) =>
  call<Blocked>('POST', `/people/${encodeURIComponent(person)}/unblock`, {}).then(({ people }) => people);
export const companions = (table: string) => call<Companions>('GET', `/my/companions?table=${encodeURIComponent(table)}`);
export const invite = (id: string, handle: string) => call<Done>('POST', `/tables/${encodeURIComponent(id)}/invite`, { handle });
export const decline = (id: string) => call<Done>('POST', `/tables/${encodeURIComponent(id)}/decline`, {});
export const recordAddress = (match: string) => `/api/matches/${encodeURIComponent(match)}/record`;

export const listLessons = (game: string) => call<Lessons>('GET', `/lessons/${encodeURIComponent(game)}`).then(({ lessons }) => lessons);
export const lesson = (game: string, name: string, moves: number[]) =>
  call<Lesson>('POST', `/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`, { moves });

export const switchHints = (id: string, on: boolean) => tableCall(id, 'hints', { on });
export const hint = (id: string, match: string) => call<Hint>('POST', `/tables/${encodeURIComponent(id)}/hint`, { match });

const puzzlePath = (game: string, id: string) => `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
export const listPuzzles = (game: string) => call<Puzzles>('GET', `/puzzles/${encodeURIComponent(game)}`);
export const puzzle = (game: string, id: string) => call<PuzzlePosition>('GET', puzzlePath(game, id));
export const solve = (game: string, id: string, action: number) => call<PuzzleVerdict>('POST', puzzlePath(game, id), { action });

/** Why a move is the best, in the reader's language and with its decimal sign. */
export function becauseText({ key, values }: HintReason, game: string): string {
  const own = `${game}:${key}`;
  const say = (value: number) => value.toLocaleString(language(), { maximumFractionDigits: 1 }).replace('-', '−');
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));
  return t((hasText(own) ? own : key) as Key, shown);
}

const asSeat = (seat: number | null) => (seat === null ? '' : `?seat=${seat}`);
export const replay = (match: string, seat: number | null) =>
  call<Replay>('GET', `/matches/${encodeURIComponent(match)}/replay${asSeat(seat)}`);
export const summary = (match: string) => call<Summary>('GET', `/matches/${encodeURIComponent(match)}/summary`);
export const replayOf = (record: string, seat: number | null) => call<Replay>('POST', `/replays${asSeat(seat)}`, record);

/** A review, part by part as it is made. */
export async function* reviewParts(match: string, seat: number | null, signal: AbortSignal): AsyncGenerator<ReviewMessage['data']> {
  await beSomeone();
  const answer = await ask('POST', `/matches/${encodeURIComponent(match)}/review`, { seat }, signal);
  if (!answer.ok || !answer.body) {
    const said = (await answer.json().catch(() => null)) as Partial<Problem> | null;
    throw new ApiError(answer.status, said?.error);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError(0);
    });
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as ReviewMessage['data'];
    }
  }
}

/** Play on from a moment of a finished match. */
export async function playOn(match: string, wish: PracticeRequest): Promise<Table> {
  await beSomeone();
  return call<Table>('POST', `/matches/${encodeURIComponent(match)}/practice`, wish);
}

/** Who you are, or null for someone who has not been here. */
export async function me(): Promise<Person | null> {
  try {
    return await call<Person>('GET', '/me');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Become a guest if you aren't one yet. People are not asked for a name before they need one. */
export async function beSomeone(name = settings.name): Promise<Person> {
  return (await me()) ?? (await rename(name.trim() || t('guest.name')));
}

export const findTable = (id: string): Promise<Table> => call('GET', `/tables/${encodeURIComponent(id)}`);

export async function createTable(wish: TableRequest): Promise<Table> {
  // A match that starts at once is shuffled at once: the server's part is requested in parallel, so that nothing waits for it.
  const seal = wish.start ? call<Coming>('POST', '/shuffle').catch(() => null) : null;
  const [sealed] = await Promise.all([seal, beSomeone()]);
  return call<Table>('POST', '/tables', sealed ? { ...wish, shuffle: ownPart(sealed) } : wish);
}

/** A reason of the server's or of a game's, in the reader's language. */
export function reasonText(reason: Pick<Reason, 'key' | 'values'> & Partial<Reason>, game: string): string {
  const book = reason.game ? game : 'server';
  const values: Params = {};
  for (const [name, value] of Object.entries(reason.values)) {
    const key = `${book}:${value}`;
    values[name] = typeof value === 'string' && value.includes('.') && hasText(key) ? t(key) : value;
  }
  const key = `${book}:${reason.key}`;
  const text = hasText(key) ? t(key, values) : (reason.text ?? reason.key);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
}

/** What went wrong, in a sentence that says what to do. */
export function sentenceFor(error: unknown, game = 'page'): string {
  if (!(error instanceof ApiError)) return t('error.server');
  if (error.status === 0) return t('error.offline');
  return error.reason ? reasonText(error.reason, game) : t('error.server');
}
