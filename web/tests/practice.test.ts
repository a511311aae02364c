import { describe, expect, it } from 'vitest';
import './browser';
import { placeOf } from '../src/table/practice';

describe('the place in a match that is over', () => {
  const ended = { scores: [41, 57, 57, 12], winners: [1] };

  it('has winners first, and the others by their points', () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, ended))).toEqual([3, 1, 2, 4]);
  });

  it('is the first for all who share a win, whatever their points', () => {
    expect([0, 1, 2].map((seat) => placeOf(seat, { scores: [3, 9, 5], winners: [0, 2] }))).toEqual([1, 3, 1]);
  });
});
