/** The page as an app: its service worker, notifications, and what happens when the server has a newer page than this one. */
import { settings } from './settings.svelte';

const PAUSE = 2_000;
const RELOADED = 'seaboard.reloaded';
/** Milliseconds in which a second reload would help as little as the first. */
const JUST_NOW = 30_000;

/** Not before the page is there: nobody waits for the worker, which the first visit doesn't need. */
export function becomeApp(): void {
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    setTimeout(() => {
      void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
      if (settings.notify) void import('../table/notify').then(({ renew }) => renew());
    }, PAUSE);
  // A part of the page that the server no longer has: there is a newer page.
  addEventListener('vite:preloadError', () => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < JUST_NOW) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
    } catch {
      return; // without a memory, it might go on for ever
    }
    location.reload();
  });
}
