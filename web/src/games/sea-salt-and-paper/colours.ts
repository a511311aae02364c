/** Eleven colours are too many for eyes alone: each has a glyph for the corner and a pattern for the edge. */
import { column, disc, mix } from '../../lib/draw';

export interface PaperColour {
  base: string;
  /** On a 10-grid, filled. */
  glyph: string;
  /** The edge, drawn in a strip 7 wide and 140 high; filled or stroked. */
  edge: string;
  filled: boolean;
}

const fill = (base: string, glyph: string, edge: string): PaperColour => ({ base, glyph, edge, filled: true });
const line = (base: string, glyph: string, edge: string): PaperColour => ({ base, glyph, edge, filled: false });

export const colours = {
  'dark-blue': line(
    '#2f559c',
    'M5 0 10 10H0z',
    column(4, 136, 8, (y) => `M1 ${y}l2.5 -3 2.5 3`),
  ),
  'light-blue': line(
    '#5fb4e3',
    'M5 0C8 4 9 5.5 9 7a4 3.4 0 0 1-8 0c0-1.5 1-3 4-7z',
    column(4, 140, 8, (y) => `M1 ${y}q1.3 -4 2.5 -2t2.5 -2`),
  ),
  black: fill(
    '#41464f',
    'M0 0h10v10H0z',
    column(2, 138, 8, (y) => `M1.5 ${y}h4v4h-4z`),
  ),
  yellow: fill(
    '#f0bf2a',
    disc(5, 5, 5),
    column(4, 138, 8, (y) => disc(3.5, y, 2)),
  ),
  green: line(
    '#4e9b57',
    'M5 0c5 3 5 7 0 10-5-3-5-7 0-10z',
    column(3, 138, 8, (y) => `M1 ${y}l5 -2`),
  ),
  grey: line(
    '#8f99a3',
    'M0 1h10v3H0zM0 6h10v3H0z',
    column(3, 138, 5, (y) => `M1 ${y}h5`),
  ),
  purple: fill(
    '#7d5bab',
    'M5 0 10 5 5 10 0 5z',
    column(4, 138, 9, (y) => `M3.5 ${y - 3}l2.5 3 -2.5 3 -2.5 -3z`),
  ),
  white: line(
    '#e9e4d8',
    'M5 0a5 5 0 1 0 0 10A5 5 0 1 0 5 0zM5 2.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5z',
    column(5, 138, 9, (y) => disc(3.5, y, 2)),
  ),
  'light-orange': line(
    '#f3ac70',
    'M5 0l1.5 3.5L10 5 6.5 6.5 5 10 3.5 6.5 0 5l3.5-1.5z',
    column(5, 138, 9, (y) => `M3.5 ${y - 2.5}v5M1 ${y}h5`),
  ),
  pink: line(
    '#ea86ab',
    'M5 9.5C-3 4 1.5-1.5 5 2c3.5-3.5 8 2 0 7.5z',
    column(3, 138, 9, (y) => `M1 ${y}q2.5 4 5 0`),
  ),
  orange: line(
    '#e5702a',
    'M0 0l10 0-5 5zM0 10l10 0-5-5z',
    column(2, 136, 10, (y) => `M1 ${y}l5 5 -5 5`),
  ),
} satisfies Record<string, PaperColour>;

export type ColourName = keyof typeof colours;

/** The shades a sheet of this colour shows when it is folded: light, middle, dark. */
export function shades(colour: ColourName): Record<string, string> {
  const { base } = colours[colour];
  const white = colour === 'white';
  return {
    l: mix(base, '#ffffff', white ? 0.75 : 0.42),
    m: mix(base, '#ffffff', white ? 0 : 0.08),
    d: mix(base, '#2a3a4c', 0.3),
    k: '#1b2430',
    w: '#fdfbf5',
    // A mermaid is a white sheet with a little dye on hair and tail.
    h: mix(base, '#7a6a58', 0.5),
    t: mix(base, '#3f8f9c', 0.55),
    u: mix(base, '#2b6f80', 0.75),
  };
}

export function washOf(colour: ColourName): string {
  return colour === 'white' ? '#cfe0e6' : mix(colours[colour].base, '#fdfaf2', 0.76);
}

export function inkOf(colour: ColourName): string {
  return mix(colours[colour].base, '#101828', colour === 'white' ? 0.72 : 0.5);
}
