/** The rules with cards: the same cards and right answers in both languages, cards that exist, and something to try in each chapter. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import decks from '../src/generated/decks.json';
import { blocksOf, type ShownCard } from '../src/pages/rules/text';

const LOCALES = resolve(import.meta.dirname, '../../src/seaboard/locales');
const games = Object.keys(decks) as (keyof typeof decks)[];

function chapters(language: string, game: string): [string, string][] {
  const texts = JSON.parse(readFileSync(join(LOCALES, language, `${game}.rules.json`), 'utf8')) as Record<string, string>;
  return Object.entries(texts).filter(([key]) => /^learn\..*\.text$/.test(key));
}

/** All cards of a text, in order. */
function cardsOf(text: string): ShownCard[] {
  return blocksOf(text).flatMap((block) => {
    if (block.kind === 'table') return [];
    if (block.kind === 'list') return block.items.flatMap(({ cards }) => cards);
    return [...block.cards, ...(block.kind === 'question' ? block.answers.flatMap(({ cards }) => cards) : [])];
  });
}

describe.each(games)('%s', (game) => {
  const known = new Set(decks[game].map(({ id }: { id: string }) => id));
  const french = new Map(chapters('fr', game));

  it.each(chapters('en', game))('%s', (key, english) => {
    for (const { id } of cardsOf(english)) expect(id === undefined || known.has(id.replace(/^(mermaid:white):\d$/, '$1')), id).toBe(true);
    // Everything but the words is the same.
    const bare = (text: string) =>
      blocksOf(text).map((block) => {
        const names = (line: { cards: { id?: string; back?: string; marked: boolean }[] }) =>
          line.cards.map((c) => [c.id ?? c.back, c.marked]);
        if (block.kind === 'list') return [block.kind, ...block.items.map(names)];
        if (block.kind === 'table') return [block.kind, ...block.rows.map((row) => row.length)];
        if (block.kind === 'question') return [names(block), ...block.answers.map((one) => [names(one), one.right])];
        return [block.kind, names(block)];
      });
    expect(bare(french.get(key)!)).toEqual(bare(english));
    const questions = blocksOf(english).flatMap((block) => (block.kind === 'question' ? [block] : []));
    expect(questions.length).toBeGreaterThan(0);
    for (const { answers } of questions) {
      expect(answers.filter(({ right }) => right)).toHaveLength(1);
      expect(answers.length).toBeGreaterThan(1);
    }
  });

  it('gives a reason for every answer, in both languages', () => {
    for (const [key, text] of [...chapters('en', game), ...french])
      for (const block of blocksOf(text))
        if (block.kind === 'question')
          for (const { why, words, cards } of block.answers)
            expect([why.length > 10, words !== '' || cards.length > 0], key).toEqual([true, true]);
  });

  it('draws cards in most chapters', () => {
    const drawn = chapters('en', game).filter(([, text]) => cardsOf(text).length > 0);
    expect(drawn.length).toBeGreaterThanOrEqual(chapters('en', game).length / 2);
  });
});
