import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { check, commitmentTo } from '../src/lib/fair';
import { sha256 } from '../src/lib/sha256';

test('SHA-256 is what everybody else computes, for texts of every length around a block', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length < 140; length++) {
    const text = 'é'.repeat(length % 3) + 'x'.repeat(length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('a seed is proven by what was kept, fits what is said now, or is broken', () => {
  const seed = '0123456789abcdef0123456789abcdef';
  const good = commitmentTo(seed);
  expect(good).toBe(createHash('sha256').update(`seaboard-seed:${seed}`).digest('hex'));
  expect(check(seed, good, good)).toBe('proven');
  expect(check(seed, good, undefined)).toBe('fits');
  expect(check(seed, good, commitmentTo('another'))).toBe('broken');
  expect(check(seed, commitmentTo('another'), undefined)).toBe('broken');
});
