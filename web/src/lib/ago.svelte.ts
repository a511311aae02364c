/** How long ago something was, in a few words, and kept up to date. */
import { createSubscriber } from 'svelte/reactivity';
import { language } from './i18n.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer ago than this, the date says more. */
const LONG = 7 * DAY;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, (MINUTE / 2) * 1000);
  return () => clearInterval(timer);
});

/** "3 min. ago", "il y a 3 min", "yesterday", and after a week the date; times are seconds since 1970. */
export function timeAgo(at: number, now: number, language: string): string {
  const past = Math.max(0, now - at);
  const say = (n: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(-n, unit);
  if (past < MINUTE) return say(0, 'second');
  if (past < HOUR) return say(Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return say(Math.floor(past / HOUR), 'hour');
  if (past < LONG) return say(Math.floor(past / DAY), 'day');
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(at * 1000);
}

export function ago(at: number): string {
  subscribe();
  return timeAgo(at, Date.now() / 1000, language());
}

/** "in 5 hr.", "dans 12 min", at least a minute: times are seconds since 1970. */
export function timeUntil(at: number, now: number, language: string): string {
  const left = Math.max(MINUTE, at - now);
  const [n, unit] = left < HOUR ? ([left / MINUTE, 'minute'] as const) : ([left / HOUR, 'hour'] as const);
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(Math.ceil(n), unit);
}

export function until(at: number): string {
  subscribe();
  return timeUntil(at, Date.now() / 1000, language());
}
