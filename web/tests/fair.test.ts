import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { check, commitmentToBytes, commitmentToSecret, commitmentToSeed, seedOf, type Shuffled } from '../src/lib/fair';
import { sha256 } from '../src/lib/sha256';
import { keepAnnounced, keepCommitment, kept, ownBytes, ownPart } from '../src/lib/shuffles';

test('SHA-256 is what everybody else computes, for texts of every length around a block', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length < 140; length++) {
    const text = 'é'.repeat(length % 3) + 'x'.repeat(length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

let stored: Record<string, string>;
beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, text: string) => void (stored[name] = text),
  });
});

const SECRET = '5e'.repeat(32);
const OTHER = 'ab'.repeat(32);
let count = 0;

/** A match whose seat 0 is this browser's and whose seat 2 is another's, as an honest server tells it in the end. */
function shuffled({ mine = true, late = false } = {}): Shuffled & { coming: Parameters<typeof keepAnnounced>[0] } {
  const id = `m${++count}`;
  const commitment = commitmentToSecret(SECRET);
  const bytes = ownBytes({ match: id, commitment });
  const own = mine ? [{ seat: 0, commitment: commitmentToBytes(id, bytes), bytes: late ? null : bytes }] : [];
  const shares = [...own, { seat: 2, commitment: commitmentToBytes(id, OTHER), bytes: OTHER }];
  const coming = { match: id, commitment, dealing: true, shares: shares.map((share) => ({ ...share, bytes: null })) };
  return { id, commitment, shares, secret: SECRET, seed: seedOf(id, SECRET, shares), coming };
}

test('who added bytes knows that nobody chose the cards', () => {
  const match = shuffled();
  keepAnnounced(match.coming);
  expect(check(match, kept(match.id))).toBe('together');
  const text = `seaboard-deal:${match.id}:${SECRET}:0=${kept(match.id)!.bytes}:2=${OTHER}`;
  expect(match.seed).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
});

test('who was left out, had no part, or found nobody else with one is told so', () => {
  const late = shuffled({ late: true });
  keepAnnounced(late.coming);
  expect(check(late, kept(late.id))).toBe('left_out');
  const watched = shuffled();
  expect(check(watched, undefined)).toBe('others');
  expect(check({ ...watched, shares: [], seed: seedOf(watched.id, SECRET, []) }, undefined)).toBe('alone');
});

test('whatever is not as it was announced is broken', () => {
  const match = shuffled();
  keepAnnounced(match.coming);
  const known = kept(match.id);
  const another = 'cd'.repeat(32);
  const [own, other] = match.shares!;
  const forged = { ...other, bytes: another, commitment: commitmentToBytes(match.id, another) };
  const lies: Partial<Shuffled>[] = [
    { seed: '0'.repeat(32) },
    { seed: null },
    { secret: another, seed: seedOf(match.id, another, match.shares!) },
    { secret: another, commitment: commitmentToSecret(another), seed: seedOf(match.id, another, match.shares!) },
    { shares: [own, { ...other, bytes: another }] },
    // Bytes that somebody in league with the server has chosen after the others were revealed.
    { shares: [own, forged], seed: seedOf(match.id, SECRET, [own, forged]) },
    { shares: [other], seed: seedOf(match.id, SECRET, [other]) },
  ];
  for (const lie of lies) expect(check({ ...match, ...lie }, known)).toBe('broken');
});

test('bytes that were sent with a new table and are not in its shuffle were dropped', () => {
  const sealed = { match: 'mnow', commitment: commitmentToSecret(SECRET), dealing: true, shares: [] };
  const { bytes } = ownPart(sealed);
  const shares = [{ seat: 0, commitment: commitmentToBytes('mnow', bytes), bytes }];
  const match = { id: 'mnow', commitment: sealed.commitment, shares, secret: SECRET, seed: seedOf('mnow', SECRET, shares) };
  expect(check(match, kept('mnow'))).toBe('together');
  expect(check({ ...match, shares: [], seed: seedOf('mnow', SECRET, []) }, kept('mnow'))).toBe('broken');
});

test('a seed that the server drew alone fits what was kept, or what is said now', () => {
  const seed = '0123456789abcdef0123456789abcdef';
  const match = { id: 'mold', commitment: commitmentToSeed(seed), shares: null, secret: null, seed };
  expect(check(match, undefined)).toBe('fits');
  keepCommitment('mold', match.commitment);
  expect(check(match, kept('mold'))).toBe('kept');
  keepCommitment('mold', commitmentToSeed('another')); // what was heard first counts
  expect(check(match, kept('mold'))).toBe('kept');
  expect(check({ ...match, commitment: commitmentToSeed('another') }, kept('mold'))).toBe('broken');
});

test('where a browser keeps nothing, its bytes are known while the page is open', () => {
  vi.stubGlobal('localStorage', undefined);
  const bytes = ownBytes({ match: 'mprivate', commitment: 'c' });
  expect(bytes).toMatch(/^[0-9a-f]{64}$/);
  expect(ownBytes({ match: 'mprivate', commitment: 'c' })).toBe(bytes);
});
