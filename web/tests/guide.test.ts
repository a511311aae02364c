/** A guide has a text for each of its words, tells each once, and can be left. */
import './browser';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Play } from '../src/table/contract';
import type { Guide } from '../src/table/guide/guide';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});

const LOCALES = resolve(import.meta.dirname, '../../src/seaboard/locales');
const { loadGuide, ownGames } = await import('../src/games');
const { beginGuide, leaveGuide, tellAt, toldAt, wordFor } = await import('../src/table/guide/guide');

describe.each(ownGames)('%s', (game) => {
  it.each(['en', 'fr'])('says every word in %s', async (language) => {
    const texts = JSON.parse(readFileSync(join(LOCALES, language, `${game}.rules.json`), 'utf8')) as Record<string, string>;
    const { words } = (await loadGuide(game))!;
    const wanted = [...words.map(({ name }) => `guide.${name}`), 'guide.over'];
    expect(
      Object.keys(texts)
        .filter((key) => key.startsWith('guide.'))
        .sort(),
    ).toEqual(wanted.sort());
  });
});

describe('a guide', () => {
  const play = { round: 1 } as unknown as Play;
  const guide: Guide = {
    seats: 2,
    options: {},
    words: [
      { name: 'later', when: (play) => (play as unknown as { round: number }).round > 1 },
      { name: 'first', when: () => true },
      { name: 'second', when: () => true },
    ],
  };
  beforeEach(() => leaveGuide('t'));

  it('tells what it is the moment for, each once', () => {
    beginGuide('t');
    const said: string[] = [];
    for (let word = wordFor(guide, play, toldAt('t')!); word; word = wordFor(guide, play, toldAt('t')!)) {
      said.push(word.name);
      tellAt('t', word.name);
    }
    expect(said).toEqual(['first', 'second']);
    expect(wordFor(guide, { round: 2 } as unknown as Play, toldAt('t')!)?.name).toBe('later');
    expect(JSON.parse(kept.get('seaboard.guided')!)).toEqual({ t: said });
  });

  it('is left for good', () => {
    beginGuide('t');
    leaveGuide('t');
    expect(toldAt('t')).toBeUndefined();
    expect(toldAt('another')).toBeUndefined();
  });

  it('remembers the latest tables only', () => {
    for (let i = 0; i < 40; i++) beginGuide(`table-${i}`);
    expect(Object.keys(JSON.parse(kept.get('seaboard.guided')!) as object)).toHaveLength(12);
    expect(toldAt('table-39')).toEqual([]);
  });
});
