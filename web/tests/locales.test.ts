/** Every word a player reads is in both languages, is used, and is nowhere else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCALES = join(ROOT, 'src/seaboard/locales');

/** Keys put together at run time: "game:prefix", "*" for every game, no colon for the page's own. */
const DYNAMIC = [
  'error.',
  'language.',
  'theme.',
  'speed.',
  'notify.',
  'level.',
  'panel.',
  'reaction.',
  'fair.',
  'moment.',
  '*:moment.',
  '*:result.',
  'replay.',
  '*:log.',
  '*:did.',
  '*:table.',
  '*:move.',
  '*:named.',
  '*:card.',
  'sea-of-clouds:reason.',
  '*:status.',
  '*:option.',
  '*:reason.',
  'sea-change:short.',
  'sea-change:how.',
  'land-unter:deck.',
  'sea-change:team.',
  '*:title',
  '*:feel',
  '*:learn.',
  '*:guide.',
  '*:lesson.',
  'sea-change:suit.',
  'sea-salt-and-paper:kind.',
  'sea-salt-and-paper:colour.',
  'sea-salt-and-paper:of_colour.',
  'sea-salt-and-paper:foot.',
  '*:hint.',
  'moderation:act.',
  'moderation:host.banned',
  'moderation:host.muted',
  'moderation:length.',
  'server:ban.',
  'server:mute.',
  'sea-salt-and-paper:category.',
  'sea-salt-and-paper:reason.',
  'sea-salt-and-paper:effect.',
  'sea-salt-and-paper:group.',
  'sea-salt-and-paper:sheet.',
  'sea-salt-and-paper:pass',
  'sea-salt-and-paper:reveal',
  'devices:passkey.',
  'you:peak.',
  'you:why.',
  'review:story.',
  'away:offline.',
  'away:push.',
  'review:label.',
  'deals:many.',
  'practice.place.',
  'table.again.',
  'sea-of-clouds:type.',
  'sea-of-clouds:back.',
  'sea-of-clouds:does.',
  'sea-of-clouds:category.',
];

function filesUnder(folder: string, endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !/node_modules|server\/page|__pycache__/.test(path));
}

function words(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as Record<string, string>;
}

const files = readdirSync(join(LOCALES, 'en'));

describe('both languages say everything', () => {
  it('has the same files', () => {
    expect(readdirSync(join(LOCALES, 'fr'))).toEqual(files);
  });

  it.each(files)('%s: same keys, same parameters, nothing empty', (file) => {
    const [en, fr] = [words('en', file), words('fr', file)];
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    const holes = (text: string) => [...new Set([...text.matchAll(/\{\w+\}/g)].map(String))].sort();
    for (const key of Object.keys(en)) {
      expect(en[key].trim(), key).not.toBe('');
      expect(fr[key].trim(), key).not.toBe('');
      expect(holes(fr[key]), key).toEqual(holes(en[key]));
    }
  });
});

it.each(files)('%s: French words have the apostrophe of print', (file) => {
  const typed = Object.entries(words('fr', file)).filter(([, text]) => /\p{L}'\p{L}/u.test(text));
  expect(typed.map(([key]) => key)).toEqual([]);
});

describe('no word is left over', () => {
  const source = [
    join(ROOT, 'web/installable.ts'),
    ...filesUnder(join(ROOT, 'web/src'), ['.ts', '.svelte']),
    ...filesUnder(join(ROOT, 'src/seaboard'), ['.py']),
  ]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

  it.each(files)('%s: every key is used', (file) => {
    const game = file.replace('.json', '');
    const used = (key: string) => {
      const stem = key.replace(/_(one|other)$/, '');
      const full = game === 'page' ? stem : `${game}:${stem}`;
      return (
        DYNAMIC.some((prefix) => full.startsWith(prefix.replace('*', game))) ||
        [`'${full}'`, `"${full}"`, `\`${full}\``, `'${stem}'`, `"${stem}"`].some((quoted) => source.includes(quoted))
      );
    };
    expect(Object.keys(words('en', file)).filter((key) => !used(key))).toEqual([]);
  });
});

interface Node {
  type?: string;
  [key: string]: unknown;
}

const LETTERS = /\p{L}{2,}/u;
const SPOKEN = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder', 'label', 'text', 'legend', 'empty', 'reason'];

/** Literal words a player would read in a component's template. */
function strayWords(path: string): string[] {
  const found: string[] = [];
  const literals = (expression: Node): string[] => {
    if (expression.type === 'Literal') return [String(expression.value)];
    if (expression.type === 'TemplateLiteral') return (expression.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw);
    if (expression.type === 'ConditionalExpression')
      return [...literals(expression.consequent as Node), ...literals(expression.alternate as Node)];
    if (expression.type === 'LogicalExpression') return literals(expression.right as Node);
    return [];
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, ...rest } = node as Node;
    if (type === 'Text') found.push(String(rest.data));
    if (type === 'ExpressionTag') found.push(...literals(rest.expression as Node));
    if (type === 'Attribute' && !SPOKEN.includes(String(rest.name))) return;
    if (type === 'StyleDirective') return;
    Object.values(rest).forEach(visit);
  };
  visit(parse(readFileSync(path, 'utf8'), { modern: true }).fragment);
  return found.filter((text) => LETTERS.test(text)).map((text) => `${relative(ROOT, path)}: ${text.trim()}`);
}

it('no component has a word of its own', () => {
  expect(filesUnder(join(ROOT, 'web/src'), ['.svelte']).flatMap(strayWords)).toEqual([]);
});

const games = files.filter((file) => existsSync(join(ROOT, 'web/src/games', file.replace('.json', ''), 'about.ts')));

it.each(games)('%s: the rules have exactly the sections the page shows', async (file) => {
  const game = file.replace('.json', '');
  const { about } = (await import(`../src/games/${game}/about.ts`)) as { about: { sections: string[] } };
  const wanted = about.sections.flatMap((section) => [`learn.${section}.title`, `learn.${section}.text`]);
  expect(
    Object.keys(words('en', `${game}.rules.json`))
      .filter((key) => key.startsWith('learn.'))
      .sort(),
  ).toEqual(wanted.sort());
});
