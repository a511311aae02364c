/** Small helpers for drawing with paths. */

/** A filled or stroked piece of a drawing: [fill, path]. */
export type Shape = [fill: string, d: string];

export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

export function polygon(points: number[][]): string {
  return 'M' + points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L') + 'z';
}

/** A row of waves, `crests` long, from (x, y). */
export function waves(x: number, y: number, length: number, height: number, crests: number): string {
  const half = round(length / 2);
  const one = `q${round(half / 2)} ${-height} ${half} 0t${half} 0`;
  return `M${round(x)} ${round(y)}` + one.repeat(crests);
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Mixes two #rrggbb colours; `part` of the second. */
export function mix(from: string, to: string, part: number): string {
  const channel = (colour: string, i: number) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round(channel(from, i) * (1 - part) + channel(to, i) * part));
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('');
}

/** Copies of a motif, `step` apart, down from y = from to y = to. */
export function column(from: number, to: number, step: number, motif: (y: number) => string): string {
  let d = '';
  for (let y = from; y <= to; y += step) d += motif(round(y));
  return d;
}
