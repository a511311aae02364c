/** What players read. The files in src/seaboard/locales are the one source for page, terminal and server. */
import { untrack } from 'svelte';
import type page from '../../../src/seaboard/locales/en/page.json';
import { plain } from './numbers';
import { settings, type Language } from './settings.svelte';
import { typeset } from './typeset';

/** Each game adds its own texts here, from its folder (see games/<game>/about.ts). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface GameLocales {}

type Singular<K> = K extends `${infer Stem}_one` ? Stem : K extends `${infer Stem}_other` ? Stem : K;
type OfGame = { [G in keyof GameLocales]: `${G & string}:${Singular<keyof GameLocales[G]> & string}` }[keyof GameLocales];

/** "harbour.play_now" for the page's own texts, "sea-change:suit.B" for a game's. */
export type Key = Singular<keyof typeof page> | OfGame;
export type Params = Record<string, string | number>;
type Texts = Record<string, string>;

const files = import.meta.glob<Texts>('../../../src/seaboard/locales/*/*.json', { import: 'default' });
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shown depends on it
const wanted = new Set<string>();
let texts = $state.raw<Record<string, Texts>>({});
let spoken = $state<Language>(settings.language);

async function load(language: Language, file: string): Promise<Texts> {
  return typeset(language, await fetched(language, file));
}

async function fetched(language: Language, file: string): Promise<Texts> {
  const bundled = files[`../../../src/seaboard/locales/${language}/${file}.json`];
  if (bundled) return bundled();
  // A game of another package brings its texts along to the server.
  const answer = await fetch(`/api/games/${encodeURIComponent(file)}/locales/${language}`);
  return answer.ok ? ((await answer.json()) as { texts: Texts }).texts : {};
}

/**
 * Loads a file's texts: "page", "server", or a game's name.
 * An effect that asks for texts must not run again when they come: it would do twice whatever else it does.
 */
export async function loadLocales(...names: string[]): Promise<void> {
  names.forEach((name) => wanted.add(name));
  const missing = untrack(() => names.filter((name) => !texts[name]));
  if (missing.length === 0) return;
  const language = untrack(() => spoken);
  const loaded = await Promise.all(missing.map((name) => load(language, name)));
  if (language !== spoken) return;
  texts = { ...texts, ...Object.fromEntries(missing.map((name, i) => [name, loaded[i]])) };
}

/** Changes the language at once, everywhere, when all its texts are here. */
export async function speak(language: Language): Promise<void> {
  settings.language = language;
  const names = [...wanted];
  const loaded = await Promise.all(names.map((name) => load(language, name))).catch(() => undefined);
  if (settings.language !== language) return;
  if (!loaded) {
    settings.language = spoken; // out of reach: keep the current language
    return;
  }
  texts = Object.fromEntries(names.map((name, i) => [name, loaded[i]]));
  spoken = language;
  tellDocument(language);
}

/** Texts outside the page: the document's language, and the name of the installable app. */
export function tellDocument(language: Language): void {
  document.documentElement.lang = language;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language}.webmanifest`);
}

export function language(): Language {
  return spoken;
}

function lookUp(key: string, n: string | number | undefined): string | undefined {
  const [file, name] = key.includes(':') ? key.split(':', 2) : ['page', key];
  const found = texts[file];
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
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in params ? written(params[name]) : hole));
}

const written = (value: string | number) => (typeof value === 'number' ? plain(value) : value);

/** The sections of a game's rules that its texts have, where the page does not know a better order. */
export function sectionsOf(game: string): string[] {
  return Object.keys(texts[game] ?? {}).flatMap((key) => /^learn\.(.+)\.title$/.exec(key)?.[1] ?? []);
}

/** Is there a text for this? For names that a server made up (an unknown card, an error we have no sentence for). */
export function hasText(key: string): key is Key {
  return lookUp(key, undefined) !== undefined;
}
