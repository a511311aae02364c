/** The page as an app: its service worker, notifications, and what happens when the server has a newer page than this one. */
import { reloadPage } from './newer.svelte';
import { settings } from './settings.svelte';

const PAUSE = 2_000;

/** Only after the page has loaded: the first visit doesn't need the worker. */
export function becomeApp(): void {
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    setTimeout(() => {
      void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
      if (settings.notify) void import('../table/notify').then(({ renew }) => renew());
    }, PAUSE);
  // A part of the page that the server no longer has: there is a newer page.
  addEventListener('vite:preloadError', () => void reloadPage());
}
