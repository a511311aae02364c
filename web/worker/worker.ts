/**
 * The service worker. The page itself always comes from the network; what has its contents' hash in its name is kept for as
 * long as this version lasts. The server's answers are never kept.
 */
declare const self: ServiceWorkerGlobalScope;
/** Written in front of this file when the page is built: another one for every build that differs. */
declare const VERSION: string;

const OURS = 'seaboard-';
const CACHE = OURS + VERSION;
const OFFLINE = '/offline.html';
const FOR_OFFLINE = [OFFLINE, '/offline.js', '/buoy.svg'];

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  const fresh = FOR_OFFLINE.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page is asked for while this worker starts.
  await self.registration.navigationPreload?.enable();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (FOR_OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

async function page(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return kept(OFFLINE);
  }
}

async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  // A full disk must not keep the file from the page.
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function kept(request: RequestInfo): Promise<Response> {
  return (await (await caches.open(CACHE)).match(request)) ?? Response.error();
}

/** What the server tells of a table while no page of it is open. */
interface Told {
  table: string;
  title: string;
  body: string;
  language: string;
}

self.addEventListener('push', (event) => {
  const told = event.data?.json() as Told | undefined;
  if (told) event.waitUntil(tell(told));
});

async function tell({ table, title, body, language }: Told): Promise<void> {
  // Another one of the same table replaces the one before it.
  await self.registration.showNotification(title, { body, tag: table, lang: language, icon: '/icons/icon-192.png', data: { table } });
  await navigator.setAppBadge?.().catch(() => undefined);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = event.notification.data as { table: string };
  event.waitUntil(open(table));
});

/** The page that has the table open, or a new one. */
async function open(table: string): Promise<unknown> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url.endsWith(`#/table/${table}`) || new URL(url).pathname === `/t/${table}`);
  return there ? there.focus() : self.clients.openWindow(`/t/${table}`);
}

export {};
