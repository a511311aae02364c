import { beforeAll, describe, expect, it } from 'vitest';
import './browser';
import { loadLocales } from '../src/lib/i18n.svelte';
import { thenAndNow } from '../src/table/practice';

describe('a practice match beside the one it goes on from', () => {
  const then = { match: 'm', moves: 3, scores: [41, 57, 57, 12], winners: [1] };
  const now = [
    { entries: [0, 2], place: 1, score: 60 },
    { entries: [1, 3], place: 2, score: 55 },
  ];
  beforeAll(() => loadLocales('page'));

  it('has the places that the server gives, of teams too', () => {
    const places = [3, 1, 2, 4];
    expect(thenAndNow(0, { ...then, places }, now)).toBe('Then: 3rd, score 41. Now: 1st, score 60.');
    expect(thenAndNow(3, { ...then, places }, now)).toBe('Then: 4th, score 12. Now: 2nd, score 55.');
  });

  it('says nothing where an older server has not told the places', () => {
    expect(thenAndNow(0, then, now)).toBeUndefined();
    expect(thenAndNow(0, { ...then, places: [] }, now)).toBeUndefined();
  });
});
