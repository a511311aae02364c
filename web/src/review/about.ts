import type words from '../../../src/seaboard/locales/en/review.json';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    review: typeof words;
  }
}

import type { Decision } from '../generated/protocol';

export type Label = Decision['label'];

/** Whether a moment is worth stopping at. */
export const isCostly = ({ label }: Decision): boolean => label === 'inexact' || label === 'mistake' || label === 'blunder';

/** A mark for each label, so that nothing depends on colour. */
export const MARKS: Record<Label, string> = { good: '✓', unclear: '?', inexact: '△', mistake: '◆', blunder: '✖' };

/** A share of the win, in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;

/** The same with its sign. */
export function signed(share: number): string {
  const n = Math.round(share * 100);
  return `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n)}\u00a0%`;
}
