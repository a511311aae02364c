import './browser';
import { expect, it } from 'vitest';
import type { GameEvent, View } from '../src/table/contract';
import type { Motion } from '../src/table/contract';

const { settings } = await import('../src/lib/settings.svelte');
const { beatsOf, Show } = await import('../src/table/show.svelte');
settings.speed = 'instant';

/** A table that is the list of what happened to it. */
const motion: Motion<string[], GameEvent> = {
  after: (table, { event }) => [...table, event],
  together: (event, previous) => event.event === previous.event,
  endsRound: ({ event }) => event === 'scored',
};
const events = (...names: string[]): GameEvent[] => names.map((event) => ({ event }));
const view = (...table: string[]): View => ({ table, seat: 0, to_act: [0], legal: { go: 1 } }) as unknown as View;
const settle = () => new Promise((done) => setTimeout(done, 5));

it('cuts events into beats', () => {
  expect(beatsOf(events('dealt', 'dealt', 'played', 'dealt'), motion).map((beat) => beat.length)).toEqual([2, 1, 1]);
});

it('plays events one after another and ends with the server’s own view', async () => {
  const told: string[][] = [];
  const show = new Show(motion, (beat) => told.push((show.view!.table as string[]).concat(`(${beat.length})`)));
  show.jump(view('start'), []);
  show.push({ events: events('a', 'b'), view: view('true') });
  show.push({ events: events('c'), view: view('truer') });
  await settle();
  expect(told).toEqual([
    ['start', 'a', '(1)'],
    ['start', 'a', 'b', '(1)'],
    ['true', 'c', '(1)'],
  ]);
  expect(show.view).toEqual(view('truer'));
  expect(show.settled).toBe(true);
});

it('nothing is legal while it plays, and a round’s sheet waits for Continue', async () => {
  const show = new Show(motion);
  show.jump(view(), []);
  show.push({ events: events('a', 'scored', 'scored', 'began'), view: view('end') });
  await settle();
  expect(show.settled).toBe(false);
  expect(show.view!.legal).toEqual({});
  expect(show.sheet).toEqual(events('a', 'scored', 'scored'));
  expect(show.known).toBe(4);
  show.proceed();
  await settle();
  expect(show.view).toEqual(view('end'));
  expect(show.known).toBe(4);
});

it('counts each event once, shown or waiting: what comes in meanwhile does not cut it short', async () => {
  const show = new Show(motion);
  show.jump(view(), []);
  show.push({ events: events('a', 'scored', 'began'), view: view('end') });
  expect(show.known).toBe(3);
  await settle();
  expect(show.events.length).toBe(2);
  expect(show.known).toBe(3);
  show.proceed();
  await settle();
  expect(show.known).toBe(3);
});

it('stays settled where nothing was seen to happen: a choice made in secret', () => {
  const show = new Show(motion);
  show.jump(view(), []);
  show.push({ events: [], view: view('chosen') });
  expect(show.settled).toBe(true);
  expect(show.view).toEqual(view('chosen'));
});

it('jumps when it is far behind, but lays down the last round’s sheet', async () => {
  let told = 0;
  const show = new Show(motion, () => told++);
  const many = Array.from({ length: 40 }, (_, i) => `e${i}`);
  show.jump(view(), []);
  show.push({ events: events('a', 'scored', ...many), view: view('then') });
  show.push({ events: events('b', 'scored', ...many), view: view('now') });
  await settle();
  expect(show.sheet).toEqual(events('a', 'scored', ...many, 'b', 'scored'));
  show.proceed();
  await settle();
  expect(show.view).toEqual(view('now'));
  expect(show.settled).toBe(true);
  expect(told).toBe(0);
});

it('is cut short when asked, but stops at a round’s sheet and never runs ahead of the server', async () => {
  const slow: Motion<string[], GameEvent> = { ...motion, pause: () => ({ before: 60_000 }) };
  const show = new Show(slow);
  show.jump(view(), []);
  settings.speed = 'normal';
  show.push({ events: events('a', 'b', 'scored', 'c'), view: view('end') });
  await settle();
  expect(show.events).toEqual([]);
  show.hurry();
  await settle();
  expect(show.sheet).toEqual(events('a', 'b', 'scored'));
  show.proceed();
  show.hurry();
  await settle();
  expect(show.view).toEqual(view('end'));
  expect(show.settled).toBe(true);
  show.push({ events: events('d'), view: view('later') });
  await settle();
  expect(show.view).toEqual(view('end')); // the next step is shown in its own time again
  settings.speed = 'instant';
});

it('catches up before one’s own turn: of two rounds that ended meanwhile only the last has its sheet', async () => {
  const show = new Show(motion);
  show.jump(view(), []);
  show.push({ events: events('a', 'scored', 'began'), view: view('one') });
  await settle();
  show.push({ events: events('b', 'scored', 'began'), view: view('two') });
  show.push({ events: events('c', 'scored', 'began', 'd'), view: view('three') });
  expect(show.sheet).toHaveLength(2);
  show.catchUp();
  await settle();
  expect(show.sheet).toHaveLength(8);
  show.proceed();
  await settle();
  expect(show.view).toEqual(view('three'));
  expect(show.settled).toBe(true);
});

it('sounds a win for the whole winning side', async () => {
  const { motion: seaChange } = await import('../src/games/sea-change/motion');
  const table = { sides: [0, 1, 0, 1] } as never;
  const won = { event: 'match_won', side: 1, by: 'vps' } as const;
  expect([0, 1, 2, 3, null].map((me) => seaChange.sound!(won, me, table))).toEqual([undefined, 'win', undefined, 'win', undefined]);
});
