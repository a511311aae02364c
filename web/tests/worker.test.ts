/** The service worker, run with what a browser has for it written down. */
import { describe, expect, it } from 'vitest';
import { manifest, offlinePage, worker } from '../installable';

type Listener = (event: Record<string, unknown>) => void;

/** A worker that has started, and what it did. */
function start(pages: { url: string }[] = []) {
  const listeners: Record<string, Listener> = {};
  const done: unknown[] = [];
  const self = {
    location: { origin: 'https://sea' },
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    registration: { showNotification: (title: string, more: object) => Promise.resolve(done.push({ title, ...more })) },
    clients: {
      matchAll: () => Promise.resolve(pages.map(({ url }) => ({ url, focus: () => done.push({ focused: url }) }))),
      openWindow: (address: string) => Promise.resolve(done.push({ opened: address })),
    },
  };
  const navigator = { setAppBadge: () => Promise.resolve(done.push('badge')) };
  new Function('self', 'navigator', 'caches', worker([]))(self, navigator, {});
  const tell = async (name: string, event: Record<string, unknown>): Promise<void> => {
    const waiting: unknown[] = [];
    listeners[name]({ ...event, waitUntil: (work: unknown) => waiting.push(work) });
    await Promise.all(waiting);
  };
  const answers = (url: string, more: object = {}): boolean => {
    let answered = false;
    const request = { method: 'GET', mode: 'cors', url: `https://sea${url}`, ...more };
    listeners.fetch({ request, respondWith: (answer: Promise<unknown>) => (answer.catch(() => undefined), (answered = true)) });
    return answered;
  };
  return { done, tell, answers };
}

const told = { table: 't1', title: 'It’s your turn', body: 'Sea Change', language: 'en', game: 'sea-change', kind: 'turn' };

describe('a push', () => {
  it('is shown, one for each table, and marks the app', async () => {
    const { done, tell } = start();
    await tell('push', { data: { json: () => told } });
    expect(done).toMatchObject([{ title: told.title, body: 'Sea Change', tag: 't1', lang: 'en', data: { table: 't1' } }, 'badge']);
  });

  it.each([
    [[], { opened: '/t/t1' }],
    [['https://sea/#/table/t2'], { opened: '/t/t1' }],
    [['https://sea/#/settings', 'https://sea/#/table/t1'], { focused: 'https://sea/#/table/t1' }],
  ])('that is clicked leads to its table: %j', async (urls, expected) => {
    const { done, tell } = start(urls.map((url) => ({ url })));
    await tell('notificationclick', { notification: { close: () => done.push('closed'), data: { table: 't1' } } });
    expect(done).toEqual(['closed', expected]);
  });
});

describe('what it answers itself', () => {
  it.each([
    ['/api/tables', {}, false],
    ['/api/matches/m/record', { mode: 'navigate' }, false],
    ['/api/guest', { method: 'POST' }, false],
    ['/previews/seaboard.png', {}, false],
  ])('%s %j: %s', (url, more, expected) => {
    expect(start().answers(url, more)).toBe(expected);
  });
});

it('another build has another version', () => {
  expect(worker(['a.js'])).not.toBe(worker(['b.js']));
  expect(worker(['a.js', 'b.js'])).toBe(worker(['b.js', 'a.js']));
});

it('both languages are on the page for when there is no connection, and each has its manifest', () => {
  expect(offlinePage().match(/<section lang="(en|fr)">/g)).toHaveLength(2);
  expect(manifest('en')).not.toBe(manifest('fr'));
});
