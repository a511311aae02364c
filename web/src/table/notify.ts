/** Notifications on this device: from the server while no page of a table is open, else from the page itself. */
import { beSomeone, pushKey, stopTelling, tellDevice } from '../lib/api';
import { language } from '../lib/i18n.svelte';
import { settings } from '../lib/settings.svelte';

/** Whether they are possible, and if not, why: see notify.* in the locales. */
export type Possibility = 'possible' | 'insecure' | 'install' | 'blocked' | 'none';
/** What came of switching them on; `local`: the server can't reach this device, only its open pages can tell. */
export type Outcome = 'on' | 'local' | Exclude<Possibility, 'possible'>;

/** An iPad says that it is a Mac, which has no screen to touch. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function possibility(): Possibility {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined')
    return isApple() && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Asks for permission: only ever call it on a click. */
export async function switchOn(): Promise<Outcome> {
  const now = possibility();
  if (now !== 'possible') return now;
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  settings.notify = true;
  return (await subscribe()) ? 'on' : 'local';
}

export async function switchOff(): Promise<void> {
  settings.notify = false;
  await stopTelling().catch(() => undefined);
  const known = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();
  await known?.unsubscribe().catch(() => undefined);
}

/** Browsers renew their push addresses, and people come back as another guest: subscribe again on every visit. */
export async function renew(): Promise<void> {
  if (settings.notify && possibility() === 'possible' && Notification.permission === 'granted') await subscribe();
}

async function subscribe(): Promise<boolean> {
  try {
    const { pushManager } = await navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready);
    const key = bytesOf(await pushKey());
    let known = await pushManager.getSubscription();
    if (known && !isSame(known.options.applicationServerKey, key)) {
      await known.unsubscribe(); // made for another server that was here before
      known = null;
    }
    const { endpoint, keys } = (known ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))).toJSON();
    if (!endpoint || !keys) return false;
    await beSomeone();
    await tellDevice({ endpoint, key: keys.p256dh, auth: keys.auth, language: language() });
    return true;
  } catch {
    return false;
  }
}

/** Show a notification from this hidden page. */
export async function show(table: string, title: string, body: string): Promise<void> {
  if (possibility() !== 'possible' || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, { body, tag: table, icon: '/icons/icon-192.png', data: { table } });
}

/** A person at a table needs no notification about it. */
export async function clear(table: string): Promise<void> {
  const shown = (await (await navigator.serviceWorker?.getRegistration())?.getNotifications?.({ tag: table })) ?? [];
  shown.forEach((one) => one.close());
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(known ?? new ArrayBuffer());
  return bytes.length === key.length && bytes.every((byte, i) => byte === key[i]);
}
