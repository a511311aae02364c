import './browser';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Match, Table } from '../src/generated/protocol';

const { hearProtocol, isOutdated, PROTOCOL, reloadPage } = await import('../src/lib/newer.svelte');
const { Live } = await import('../src/lib/live.svelte');

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('is outdated by a server that speaks a newer protocol, and by no other', () => {
  for (const protocol of [undefined, PROTOCOL - 1, PROTOCOL]) {
    hearProtocol(protocol);
    expect(isOutdated()).toBe(false);
  }
  hearProtocol(PROTOCOL + 1);
  expect(isOutdated()).toBe(true);
});

it('is loaded anew once, however often the old page comes back', () => {
  const reload = vi.fn();
  expect([reloadPage(reload), reloadPage(reload)]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is not loaded anew where nothing can be remembered, for it might go on for ever', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(reloadPage(() => expect.unreachable())).toBe(false);
});

it('is not loaded anew in the middle of a move', () => {
  let socket: { onmessage?: (event: { data: string }) => void; sent: string[] } | undefined;
  let address = '';
  const live = new Live('t', {
    connect(to) {
      address = to;
      const made = { readyState: 1, sent: [] as string[], send: (text: string) => void made.sent.push(text), close: () => {} };
      socket = made;
      return made as unknown as WebSocket;
    },
  });
  expect(address).toContain(`/api/live/t?protocol=${PROTOCOL}`);
  const tell = (message: unknown) => socket?.onmessage?.({ data: JSON.stringify(message) });
  const match = (number: number, to_act: number[]) =>
    ({ id: 'm', number, seat: 0, events: [], bot_moves: [], left: {}, view: { to_act }, ended: null }) as unknown as Match;
  const table = { id: 't', chairs: [], you: { id: 'p', seat: 0 } } as unknown as Table;
  tell({ type: 'table', table, match: match(3, [0]), chat: [] });
  expect(live.isQuiet).toBe(false); // it is their turn
  void live.play(8);
  tell({ ...match(4, [1]), type: 'moved', match: 'm' });
  expect(live.isQuiet).toBe(false); // their move is not yet acknowledged
  tell({ type: 'ack', id: (JSON.parse(socket!.sent[0]) as { id: string }).id, number: 3 });
  expect(live.isQuiet).toBe(true);
  void live.say('ahoy');
  expect(live.isQuiet).toBe(false); // what they say is under way
  live.end();
});
