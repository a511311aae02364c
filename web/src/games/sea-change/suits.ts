/** The five suits: a colour the colour-blind can tell apart, a sign, and a pattern for the card's edge. */
import { column, disc, waves, type Shape } from '../../lib/draw';

export interface Suit {
  colour: string;
  /** Dark enough for numerals on paper, and bright enough on the storm. */
  ink: string;
  glow: string;
  /** On the 24-grid. 'fill' is painted with the colour; 'line' is stroked. */
  sign: Shape[];
  edge: Shape;
}

const spoke = (turn: number) => {
  const [x, y] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)];
  return `M${12 + 2 * x} ${12 + 2 * y}L${12 + 10.5 * x} ${12 + 10.5 * y}`;
};
const ray = (turn: number) => {
  const at = (angle: number, r: number) => `${12 + r * Math.cos(angle)} ${12 + r * Math.sin(angle)}`;
  const angle = (turn * Math.PI) / 4;
  return `M${at(angle - 0.26, 6.8)}L${at(angle, 11.3)}L${at(angle + 0.26, 6.8)}z`;
};
const eight = (part: (turn: number) => string) => [0, 1, 2, 3, 4, 5, 6, 7].map(part).join('');

export const suits: Record<string, Suit> = {
  B: {
    colour: '#0072B2',
    ink: '#00588c',
    glow: '#6cc3f5',
    sign: [['line', waves(2, 7, 10, 6, 2) + waves(2, 13, 10, 6, 2) + waves(2, 19, 10, 6, 2)]],
    edge: ['line', column(2, 138, 10, (y) => `M1 ${y}q2.5 -5 5 0`)],
  },
  G: {
    colour: '#009E73',
    ink: '#00674b',
    glow: '#4fdcb0',
    sign: [
      ['line', 'M12 22.5c-2-5 2-9 0-14'],
      [
        'fill',
        'M12 9c-3-2-3-5 0-8 3 3 3 6 0 8zM11.5 14C8 14.5 5 12.5 4 8.5c4 0 7 2 7.5 5.5zM12.5 14c3.5.5 6.5-1.5 7.5-5.5-4 0-7 2-7.5 5.5zM11.5 20c-3 .5-6-1-7-4.5 3.5-.2 6.5 1.5 7 4.5zM12.5 20c3 .5 6-1 7-4.5-3.5-.2-6.5 1.5-7 4.5z',
      ],
    ],
    edge: ['line', column(3, 138, 10, (y) => `M1 ${y}l2.5 3 2.5 -3`)],
  },
  R: {
    colour: '#D55E00',
    ink: '#a03f00',
    glow: '#ff9c52',
    sign: [
      ['line', 'M5 2v20'],
      ['fill', 'M5 3.5c6-2 9 3 17 1l-5 5 4 5.5c-7 1.5-10-3-16-1z'],
    ],
    edge: ['fill', column(1, 138, 12, (y) => `M1 ${y}l5.5 4 -5.5 4z`)],
  },
  P: {
    colour: '#7B4FA3',
    ink: '#5d3585',
    glow: '#c9a2ee',
    sign: [
      ['line', disc(12, 12, 6.8)],
      ['line', eight(spoke)],
      ['fill', disc(12, 12, 2.6)],
    ],
    edge: ['fill', column(5, 138, 10, (y) => disc(3.5, y, 2.3))],
  },
  Y: {
    colour: '#E6B800',
    ink: '#765900',
    glow: '#ffe066',
    sign: [
      ['fill', disc(12, 12, 5.2)],
      ['fill', eight(ray)],
    ],
    edge: ['line', column(2, 132, 10, (y) => `M1 ${y}l5 5 -5 5`)],
  },
};

export function suitOf(id: string): string {
  return id[0];
}

export function valueOf(id: string): number {
  return Number(id.slice(1));
}
