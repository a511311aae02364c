/** What the page brings for a game: its folder here. A game without one gets its texts from the server and a plain table. */
import type { Key } from '../lib/i18n.svelte';
import type { Skin } from '../lib/skin';
import type { GameTable } from '../table/contract';
import type { Guide } from '../table/guide/guide';

export interface About {
  game: string;
  /** The sections of its rules, in reading order: learn.<section>.title and .text in its locale. */
  sections: string[];
  /** The texts (keys) that name an option's choice, where its locale's option.<name>.<choice> won't do. */
  choiceWords?(option: string, choice: string | number | boolean): Key[] | undefined;
}

const abouts = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' });
const skins = import.meta.glob<Skin>('./*/skin.ts', { import: 'skin' });
const guides = import.meta.glob<Guide>('./*/guide.ts', { import: 'guide' });
const tables = import.meta.glob<GameTable>('./*/table.ts', { import: 'table' });

/** Those with a folder here. */
export const ownGames = Object.values(abouts).map(({ game }) => game);

export function aboutOf(game: string): About | undefined {
  return abouts[`./${game}/about.ts`];
}

export async function loadSkin(game: string): Promise<Skin> {
  const own = skins[`./${game}/skin.ts`];
  return own ? own() : (await import('../table/plain/skin')).plainSkin(game);
}

export async function loadTable(game: string): Promise<GameTable> {
  const own = tables[`./${game}/table.ts`];
  return own ? own() : (await import('../table/plain/table')).table;
}

/** Is there a guided first match? */
export function hasGuide(game: string): boolean {
  return `./${game}/guide.ts` in guides;
}

export async function loadGuide(game: string): Promise<Guide | undefined> {
  return guides[`./${game}/guide.ts`]?.();
}
