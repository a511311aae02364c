import './browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromClient, FromServer, Match, Table } from '../src/generated/protocol';

const { Live, waitBefore } = await import('../src/lib/live.svelte');

type Sent = FromClient & { id: string };

class Socket {
  readyState = 1;
  sent: Sent[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  send = (text: string) => void this.sent.push(JSON.parse(text) as Sent);
  close = () => {};
  tell = (message: unknown) => this.onmessage?.({ data: JSON.stringify(message) });
  fall = (code = 1006) => this.onclose?.({ code });
}

const match = (number: number, events: string[] = []): Match =>
  ({
    id: 'm',
    number,
    seat: 0,
    events: events.map((event) => ({ event })),
    bot_moves: [],
    left: { 0: 30 },
    view: { to_act: [0] },
    ended: null,
  }) as unknown as Match;
const whole = (number: number, events: string[] = []) =>
  ({
    type: 'table',
    table: { id: 't', chairs: [], you: null } as unknown as Table,
    match: match(number, events),
    chat: [],
  }) satisfies FromServer;

let sockets: Socket[];
let live: InstanceType<typeof Live>;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  live = new Live('t', { connect: () => (sockets.push(new Socket()), sockets.at(-1) as unknown as WebSocket) });
});
afterEach(() => {
  live.end();
  vi.useRealTimers();
});

it('waits at once, then 1, 2, 4 … 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 9].map(waitBefore)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

describe('a move', () => {
  it('that the server could not save yet says so, keeps the line and is answered once', async () => {
    sockets[0].tell(whole(3));
    const answer = live.play(8);
    const { id } = sockets[0].sent[0];
    const reason = { key: 'play.held', values: {}, text: '', game: false };
    for (let second = 0; second < 30; second++) {
      if (second === 1) sockets[0].tell({ type: 'held', id, reason });
      for (const ping of sockets[0].sent.splice(0).filter(({ type }) => type === 'ping')) sockets[0].tell({ type: 'pong', id: ping.id });
      vi.advanceTimersByTime(1000);
    }
    expect(live.line).toBe('open');
    expect(live.held).toMatchObject({ key: 'play.held' });
    sockets[0].tell({ type: 'ack', id, number: 3 });
    expect(await answer).toBeNull();
    expect(live.held).toBeNull();
    expect(sockets).toHaveLength(1);
  });

  it('is kept when the server has no storage, which is told', async () => {
    sockets[0].tell(whole(3));
    void live.play(8);
    sockets[0].fall(4503);
    expect([live.line, live.storageLost, live.waiting]).toEqual(['lost', true, true]);
    vi.advanceTimersByTime(2000);
    sockets[1].tell(whole(3));
    expect(live.storageLost).toBe(false);
    expect(sockets[1].sent).toMatchObject([{ type: 'play', action: 8 }]);
  });

  it('is sent once, and again under the same id after the line broke', async () => {
    sockets[0].tell(whole(3));
    const answer = live.play(8);
    expect(sockets[0].sent).toMatchObject([{ type: 'play', match: 'm', number: 3, action: 8 }]);
    expect(live.waiting).toBe(true);

    sockets[0].fall();
    expect(live.line).toBe('lost');
    vi.advanceTimersByTime(2000);
    sockets[1].tell(whole(3));
    expect(sockets[1].sent).toEqual(sockets[0].sent);

    sockets[1].tell({ type: 'ack', id: sockets[0].sent[0].id, number: 3 });
    expect(await answer).toBeNull();
    sockets[1].fall();
    vi.advanceTimersByTime(2000);
    sockets[2].tell(whole(4));
    expect(sockets[2].sent).toEqual([]);
  });

  it('is under way until it is shown, which may be after it was answered, or before', async () => {
    sockets[0].tell(whole(3));
    const answer = live.play(8);
    sockets[0].tell({ type: 'ack', id: sockets[0].sent[0].id, number: 3 });
    expect(await answer).toBeNull();
    expect(live.waiting).toBe(true);
    void live.play(8);
    expect(sockets[0].sent).toHaveLength(1);
    sockets[0].tell({ ...match(4), type: 'moved', match: 'm' });
    expect(live.waiting).toBe(false);

    void live.play(9);
    sockets[0].tell({ ...match(5), type: 'moved', match: 'm' });
    expect(live.waiting).toBe(true);
    sockets[0].tell({ type: 'ack', id: sockets[0].sent[1].id, number: 4 });
    expect(live.waiting).toBe(false);
  });

  it('is one at a time, and a refusal is told', async () => {
    sockets[0].tell(whole(3));
    const first = live.play(8);
    void live.play(9);
    expect(sockets[0].sent).toHaveLength(1);
    const reason = { key: 'play.stale', values: {}, text: 'stale', game: false };
    sockets[0].tell({ type: 'refused', id: sockets[0].sent[0].id, reason, match: null, number: null, view: null });
    expect(await first).toEqual(reason);
  });
});

describe('what the server says', () => {
  const moved = (number: number, event: string) => ({ type: 'moved', match: 'm', ...match(number, [event]) });

  it('is added to, never gone back on', () => {
    sockets[0].tell(whole(3, ['a']));
    sockets[0].tell({ ...moved(4, 'b'), id: undefined, match: 'm' });
    sockets[0].tell({ ...moved(4, 'b'), match: 'm' });
    sockets[0].tell({ ...moved(9, 'x'), match: 'other' });
    expect(live.match?.events.map(({ event }) => event)).toEqual(['a', 'b']);
    expect(live.match?.number).toBe(4);
  });

  it('counts a clock down', () => {
    sockets[0].tell(whole(3));
    expect(live.secondsLeft(0)).toBeCloseTo(30, 0);
    vi.advanceTimersByTime(10_000);
    expect(live.secondsLeft(0)).toBeCloseTo(20, 0);
  });

  it.each([
    [4404, 'gone'],
    [4403, 'removed'],
    [4429, 'crowded'],
    [4410, 'outdated'],
  ])('%i ends it: %s', (code, line) => {
    sockets[0].fall(code);
    vi.advanceTimersByTime(60_000);
    expect(live.line).toBe(line);
    expect(sockets).toHaveLength(1);
  });
});

it('comes again by itself, and not at once, after it was too fast', () => {
  sockets[0].fall(4408);
  vi.advanceTimersByTime(4_900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(5_200);
  expect(sockets).toHaveLength(2);
});

it('a silent line is a lost one', () => {
  sockets[0].tell(whole(3));
  vi.advanceTimersByTime(20_000); // a heartbeat is sent
  expect(sockets[0].sent).toMatchObject([{ type: 'ping' }]);
  vi.advanceTimersByTime(8000);
  expect(live.line).toBe('lost');
});

describe('a line that is lost', () => {
  it('is noticed within 3 s of doing something, and the move says after 0.4 s that it is on its way', () => {
    sockets[0].tell(whole(3));
    void live.play(8);
    expect(live.sending).toBe(false);
    vi.advanceTimersByTime(450);
    expect(live.sending).toBe(true);
    expect(live.line).toBe('open');
    vi.advanceTimersByTime(2500);
    expect(live.line).toBe('lost');
    vi.advanceTimersByTime(1);
    sockets[1].tell(whole(3));
    expect(sockets[1].sent).toEqual(sockets[0].sent);
    sockets[1].tell({ type: 'ack', id: sockets[0].sent[0].id, number: 3 });
    expect(live.sending).toBe(false);
  });

  it('is noticed within 6 s otherwise, and not while the server answers', () => {
    sockets[0].tell(whole(3));
    vi.advanceTimersByTime(3100);
    expect(sockets[0].sent).toMatchObject([{ type: 'ping' }]);
    sockets[0].tell({ type: 'pong', id: sockets[0].sent[0].id });
    vi.advanceTimersByTime(2900);
    expect(live.line).toBe('open');
    vi.advanceTimersByTime(2700);
    expect(live.line).toBe('lost');
  });

  it('of somebody else is expected back for a minute', () => {
    const table = (connected: boolean) => ({ id: 't', chairs: [{ seat: 0, id: 'p', connected }], you: null }) as unknown as Table;
    sockets[0].tell({ ...whole(3), table: table(true) });
    expect(live.justLeft(0)).toBe(false);
    sockets[0].tell({ type: 'present', connected: [false], watching: 0 });
    expect(live.justLeft(0)).toBe(true);
  });
});
