/** Words. The files in src/seaboard/locales are the one source for page, terminal and server. */
import type page from '../../../src/seaboard/locales/en/page.json';
import { settings, type Language } from './settings.svelte';

/** Each game adds its own words here, from its folder (see games/<game>/about.ts). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface GameWords {}

type Singular<K> = K extends `${infer Stem}_one` ? Stem : K extends `${infer Stem}_other` ? Stem : K;
type OfGame = { [G in keyof GameWords]: `${G & string}:${Singular<keyof GameWords[G]> & string}` }[keyof GameWords];

/** "harbour.play_now" for the page's own words, "sea-change:suit.B" for a game's. */
export type Key = Singular<keyof typeof page> | OfGame;
export type Params = Record<string, string | number>;
type Words = Record<string, string>;

const files = import.meta.glob<Words>('../../../src/seaboard/locales/*/*.json', { import: 'default' });
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
const wanted = new Set<string>();
let words = $state.raw<Record<string, Words>>({});
let spoken = $state<Language>(settings.language);

async function load(language: Language, file: string): Promise<Words> {
  const bundled = files[`../../../src/seaboard/locales/${language}/${file}.json`];
  if (bundled) return bundled();
  // A game of another package brings its words along to the server.
  const answer = await fetch(`/api/games/${encodeURIComponent(file)}/words/${language}`);
  return answer.ok ? ((await answer.json()) as { words: Words }).words : {};
}

/** Makes a file's words ready: "page", "server", or a game's name. */
export async function loadWords(...names: string[]): Promise<void> {
  names.forEach((name) => wanted.add(name));
  const missing = names.filter((name) => !words[name]);
  if (missing.length === 0) return;
  const language = spoken;
  const loaded = await Promise.all(missing.map((name) => load(language, name)));
  if (language !== spoken) return;
  words = { ...words, ...Object.fromEntries(missing.map((name, i) => [name, loaded[i]])) };
}

/** Changes the language at once, everywhere, when all its words are here. */
export async function speak(language: Language): Promise<void> {
  settings.language = language;
  const names = [...wanted];
  const loaded = await Promise.all(names.map((name) => load(language, name))).catch(() => undefined);
  if (settings.language !== language) return;
  if (!loaded) {
    settings.language = spoken; // out of reach: stay with the words there are
    return;
  }
  words = Object.fromEntries(names.map((name, i) => [name, loaded[i]]));
  spoken = language;
  document.documentElement.lang = language;
}

export function language(): Language {
  return spoken;
}

function lookUp(key: string, n: string | number | undefined): string | undefined {
  const [file, name] = key.includes(':') ? key.split(':', 2) : ['page', key];
  const found = words[file];
  if (!found) return undefined;
  if (typeof n === 'number') {
    const form = new Intl.PluralRules(spoken).select(n) === 'one' ? 'one' : 'other';
    return found[`${name}_${form}`] ?? found[name];
  }
  return found[name];
}

export function t(key: Key, params: Params = {}): string {
  const text = lookUp(key, params.n);
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? String(params[name]) : hole));
}

/** The sections of a game's rules that its words have, where the page does not know a better order. */
export function sectionsOf(game: string): string[] {
  return Object.keys(words[game] ?? {}).flatMap((key) => /^learn\.(.+)\.title$/.exec(key)?.[1] ?? []);
}

/** Is there a word for this? For names that a server made up (an unknown card, an error we have no sentence for). */
export function hasWord(key: string): key is Key {
  return lookUp(key, undefined) !== undefined;
}
