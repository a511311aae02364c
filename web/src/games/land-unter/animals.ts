/** Who lives on each shore: feet at (0, 0), looking right, some 40 wide and 34 high. */
import { disc, type Shape } from '../../lib/draw';

export interface Animal {
  shapes: Shape[];
  /** Legs, whiskers: lines of one colour. */
  lines: [colour: string, d: string][];
  eyes: [x: number, y: number][];
  /** The colour of an eye that is calm. */
  eye: string;
  mouth: [x: number, y: number];
}

const INK = '#23303c';

export const animals: Animal[] = [
  {
    // a sheep
    lines: [[INK, 'M-9-8V0M-3-8V0M4-8V0M9-8V0']],
    shapes: [
      ['#fdfaf2', 'M-16-11a6.5 6.5 0 0 1 2-10a7 7 0 0 1 11-5a8 8 0 0 1 12 4a6 6 0 0 1 3 10a6 6 0 0 1-8 5a8 8 0 0 1-11 0a6 6 0 0 1-9-4z'],
      ['#55483f', 'M7-24c1-8 14-8 15 0 0 7-3 11-7 11s-8-4-8-11z'],
      ['#55483f', 'M8-25l-7-2 4 7z'],
      ['#fdfaf2', 'M8-27c1-6 12-6 13 0-4 2-9 2-13 0z'],
    ],
    eyes: [[17, -22]],
    eye: '#fdfaf2',
    mouth: [17, -16.5],
  },
  {
    // a seal
    lines: [[INK, 'M19-17l6-2M19-15l6 1']],
    shapes: [
      ['#8fa0ae', 'M-22-2l-7-6 1 8z'],
      ['#8fa0ae', 'M-24 0c3-9 14-9 19-15 0-14 20-17 23-3 1 8-4 14-7 18z'],
      ['#c9d3da', 'M18-18c1 5 0 9-4 11-3-3-3-9 4-11z'],
      ['#73838f', 'M1-7c-4 2-7 5-7 7h9z'],
    ],
    eyes: [[10, -20]],
    eye: INK,
    mouth: [16, -14],
  },
  {
    // a gull
    lines: [['#b3641c', 'M-3-8V0h3M4-8V0h3']],
    shapes: [
      ['#fdfaf2', 'M-22-13c9 1 12-4 17-7 0-14 17-14 18-2 1 10-5 16-13 16-9 0-17-2-22-7z'],
      ['#9aa7b1', 'M-22-14c9 1 14-3 21-1-2 6-10 9-21 1z'],
      ['#e8912d', 'M12-23l10 3-10 3z'],
    ],
    eyes: [[6, -22]],
    eye: INK,
    mouth: [9, -16],
  },
  {
    // a crab
    lines: [[INK, 'M-14-5l-6 5M14-5l6 5M-11-3l-4 4M11-3l4 4M-6-16v-6M6-16v-6']],
    shapes: [
      ['#d8613c', 'M-18-12c-9-1-11-13-3-14l1 6 5-5c3 6 1 11-3 13z'],
      ['#d8613c', 'M18-12c9-1 11-13 3-14l-1 6-5-5c-3 6-1 11 3 13z'],
      ['#e0704a', 'M-17-10c0-10 34-10 34 0 0 7-7 10-17 10s-17-3-17-10z'],
      ['#fdfaf2', disc(-6, -22, 3.6) + disc(6, -22, 3.6)],
    ],
    eyes: [
      [-6, -22],
      [6, -22],
    ],
    eye: INK,
    mouth: [0, -7],
  },
  {
    // a hare
    lines: [],
    shapes: [
      ['#b08a63', 'M4-25c-6-6-8-15-5-17 4 0 8 8 8 16zM10-26c-1-8 2-16 6-16 2 5-1 13-3 17z'],
      ['#b08a63', 'M-16-3c-4-14 8-20 17-17l8 20h-22c-2 0-3-1-3-3z'],
      ['#b08a63', 'M0-20c1-8 17-9 19-1 1 6-4 9-9 9s-10-3-10-8z'],
      ['#fdfaf2', disc(-16, -4, 4)],
      ['#9a7550', 'M-8 0c-2-7 7-9 9-3l1 3z'],
    ],
    eyes: [[12, -21]],
    eye: INK,
    mouth: [16, -15.5],
  },
];
