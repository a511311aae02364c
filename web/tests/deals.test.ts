import { describe, expect, it } from 'vitest';
import './browser';
import { firstPartingOf, partingOf } from '../src/deals/parting';
import { resultLines, squares } from '../src/deals/result';

describe('a result to share', () => {
  it('draws shares as squares', () => {
    expect([0, 0.09, 0.5, 0.73, 1].map(squares)).toEqual(['⬜⬜⬜⬜⬜', '⬜⬜⬜⬜⬜', '🟦🟦🟦⬜⬜', '🟦🟦🟦🟦⬜', '🟦🟦🟦🟦🟦']);
  });

  it('has a medal for the first three, and says nothing of a streak that there is not', () => {
    const bars = [{ name: 'Captains', share: 0.73 }];
    expect(resultLines('Sea Change', 2, '2nd of 4', bars, '3 days')).toBe('Sea Change\n🥈 2nd of 4\n🟦🟦🟦🟦⬜ Captains\n🔥 3 days');
    expect(resultLines('Sea Change', 4, '4th of 4', [], '')).toBe('Sea Change\n⚓ 4th of 4');
  });
});

describe('where two matches part', () => {
  const one: [number, number][] = [
    [0, 1],
    [1, 2],
    [0, 5],
  ];

  it('is the first other choice of the seat, whoever was faster', () => {
    const other: [number, number][] = [
      [1, 2],
      [2, 9],
      [0, 1],
      [0, 6],
    ];
    expect(partingOf(one, other, 0)).toEqual({ common: 1, seat: 0, moves: [2, 3] });
  });

  it('is the first other choice of anybody where people sit in several seats', () => {
    const other: [number, number][] = [
      [0, 1],
      [1, 3],
      [0, 6],
    ];
    expect(firstPartingOf(one, other)).toEqual({ common: 1, seat: 1, moves: [1, 1] });
    expect(firstPartingOf(one, one)).toBeNull();
  });

  it('is nowhere if the seat has always chosen the same', () => {
    expect(partingOf(one, one, 0)).toBeNull();
    expect(partingOf(one, one.slice(0, 2), 0)).toBeNull();
  });
});
