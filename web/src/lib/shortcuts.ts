/** Single-letter shortcuts: the one place that decides whether a key press is one (WCAG 2.1.4: they can be switched off). */
import { settings } from './settings.svelte';

/** The user is typing, choosing or answering a sheet there: keys belong to that. */
export function isElsewhere(event: KeyboardEvent): boolean {
  return (
    event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input, textarea, select, dialog') !== null
  );
}

/** The letter, digit or sign pressed as a shortcut, in lower case; "" if it is none or shortcuts are off. */
export function shortcut(event: KeyboardEvent): string {
  if (!settings.shortcuts || isElsewhere(event)) return '';
  // A digit is a place on the keyboard: on a French one, it takes Shift to write it.
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  return digit ?? (event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : '');
}
