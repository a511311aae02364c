/** What the server is asked about devices and signing in. Loaded only where it is needed. */
import type words from '../../../src/seaboard/locales/en/devices.json';
import type { DeviceLink, DeviceListing, Devices, Done, LinkFound, PasskeyOptions, Person, RecoveryCode } from '../generated/protocol';
import { call } from '../lib/api';
import { loadLocales, t } from '../lib/i18n.svelte';
import { mine } from '../lib/mine.svelte';
import { settings } from '../lib/settings.svelte';
import { makePasskey, signWithPasskey } from './passkey';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    devices: typeof words;
  }
}

/** The words of everything in this folder, and those of the server's refusals. */
export const loadWords = () => loadLocales('devices', 'server');

export const listDevices = () => call<Devices>('GET', '/devices');
export const signOut = (device: string) => call<Done>('POST', `/devices/${encodeURIComponent(device)}/sign-out`);
export const newLink = () => call<DeviceLink>('POST', '/devices/link');
export const dropLink = () => call<Done>('POST', '/devices/link/cancel');
export const newCode = () => call<RecoveryCode>('POST', '/devices/code').then(({ code }) => code);
export const removePasskey = (passkey: string) => call<Done>('POST', `/devices/passkeys/${encodeURIComponent(passkey)}/remove`);

export async function addPasskey(): Promise<void> {
  const { options } = await call<PasskeyOptions>('POST', '/devices/passkeys/options');
  await call<Done>('POST', '/devices/passkeys', { credential: await makePasskey(options) });
}

export const lookAtLink = (secret: string) => call<LinkFound>('POST', '/sign-in/link/look', { secret });
export const enterByLink = (secret: string) => call<Person>('POST', '/sign-in/link', { secret }).then(entered);
export const enterByCode = (code: string) => call<Person>('POST', '/sign-in/code', { code }).then(entered);

export async function enterByPasskey(): Promise<void> {
  const { options } = await call<PasskeyOptions>('POST', '/sign-in/passkey/options');
  entered(await call<Person>('POST', '/sign-in/passkey', { credential: await signWithPasskey(options) }));
}

/** This device is signed in now: load the person's name and tables. */
function entered({ name }: Person): void {
  settings.name = name;
  mine.ask();
}

/** "Firefox on Linux", or as much of it as is known. */
export function deviceName({ browser, system }: Pick<DeviceListing, 'browser' | 'system'>): string {
  return browser && system ? t('devices:device.name', { browser, system }) : browser || system || t('devices:device.unknown');
}
