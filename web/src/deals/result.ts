/** A result to share: a line of text with a small picture in symbols, which gives nothing of the cards away. */

export interface Bar {
  name: string;
  /** The share that was beaten, 0 to 1. */
  share: number;
}

const CELLS = 5;
const MEDALS = ['🥇', '🥈', '🥉'];

/** Five squares, so many of them full. */
export function squares(share: number): string {
  const full = Math.round(share * CELLS);
  return '🟦'.repeat(full) + '⬜'.repeat(CELLS - full);
}

/** The lines: what it was, the place, a row of squares for each level of bots, and the days in a row. */
export function resultLines(title: string, place: number, placed: string, bars: Bar[], streak: string): string {
  const medal = MEDALS[place - 1] ?? '⚓';
  return [
    title,
    `${medal} ${placed}`,
    ...bars.map(({ name, share }) => `${squares(share)} ${name}`),
    ...(streak ? [`🔥 ${streak}`] : []),
  ].join('\n');
}
