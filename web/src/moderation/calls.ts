/** Requests of moderators, and of people who report someone. Loaded only where it is needed. */
import type words from '../../../src/seaboard/locales/en/moderation.json';
import type { BanRequest, Done, HostPage, ReportRequest } from '../generated/protocol';
import { call } from '../lib/api';
import { loadLocales } from '../lib/i18n.svelte';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    moderation: typeof words;
  }
}

/** The words of everything in this folder, and those of the server's refusals. */
export const loadWords = () => loadLocales('moderation', 'server');

const part = encodeURIComponent;

export const reasons: ReportRequest['reason'][] = ['chat', 'name', 'cheating', 'leaving', 'other'];
export const report = (person: string, asked: ReportRequest) => call<Done>('POST', `/people/${part(person)}/report`, asked);
export const enterAsHost = (secret: string) => call<Done>('POST', '/host/enter', { secret });
export const hostPage = () => call<HostPage>('GET', '/host');
export const dismiss = (id: string) => call<HostPage>('POST', `/host/reports/${part(id)}/dismiss`);
export const ban = (person: string, asked: BanRequest) => call<HostPage>('POST', `/host/people/${part(person)}/ban`, asked);
export const lift = (subject: string, kind: BanRequest['kind']) => call<HostPage>('POST', '/host/lift', { subject, kind });
export const closeTable = (id: string) => call<HostPage>('POST', `/host/tables/${part(id)}/close`);
