/** Bottles, on a 100-grid. */
import { disc, type Shape } from '../../../lib/draw';

function bottle(glass: string, label: string, emblem: Shape[]): Shape[] {
  return [
    ['#a9793f', 'M44 4h12v10H44z'],
    [glass, 'M43 14h14v16c10 5 15 12 15 22v36c0 5-3 8-8 8H36c-5 0-8-3-8-8V52c0-10 5-17 15-22z'],
    [label, 'M28 54h44v28H28z'],
    ['#ffffff66', 'M34 46c1-5 4-9 8-11v7c-2 1-4 3-4 5z'],
    ...emblem,
  ];
}

const star = (x: number, y: number) => `M${x} ${y - 7}l2 5h5l-4 3.5 1.5 5.5-4.5-3-4.5 3L${x - 3} ${y + 1.5}l-4-3.5h5z`;
const INK = '#3b2a1a';

export const rums: Record<string, Shape[]> = {
  'collectors-rum': bottle('#8a3d1c', '#f6e7bd', [
    ['#c9973f', star(50, 68)],
    ['#c9973f', star(37, 68)],
    ['#c9973f', star(63, 68)],
  ]),
  'majority-rum': bottle('#5d6b2a', '#f6e7bd', [
    [INK, disc(50, 63, 4)],
    [INK, disc(41, 72, 4)],
    [INK, disc(59, 72, 4)],
  ]),
  rotgut: bottle('#8d8f6a', '#d9d2b4', [['none', 'M42 60l16 16M58 60 42 76']]),
  rum: bottle('#b9692b', '#f6e7bd', [['none', 'M38 68q6-8 12 0t12 0']]),
  'spiced-rum': bottle('#c4472a', '#f8dfa8', [
    ['#4e9b57', 'M50 60c8 2 10 9 8 14-8 0-12-6-8-14z'],
    ['#c4472a', 'M44 62c4 3 5 8 2 13-5-3-6-9-2-13z'],
  ]),
  'dark-rum': bottle('#3a2115', '#e7cf9a', [[INK, 'M46 59a9 9 0 1 0 9 14 8 8 0 0 1-9-14z']]),
  'aged-rum': bottle('#6d3a1a', '#fbf3da', [
    ['none', 'M50 68V61M50 68l5 4'],
    ['none', disc(50, 68, 9)],
  ]),
  'captains-reserve': bottle('#27324a', '#f2c14e', [['#fbf3da', 'M38 76l-2-14 8 6 6-9 6 9 8-6-2 14z']]),
};
