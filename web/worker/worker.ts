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

export {};
