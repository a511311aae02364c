/** The games there are: each folder here that has an about.ts. */
import type { GameTable } from '../table/contract';
import type { Key } from '../lib/i18n.svelte';
import type { Skin } from '../lib/skin';

export interface About {
  game: string;
  /** Its place on the shelf. */
  order: number;
  seats: [least: number, most: number];
  minutes: [least: number, most: number];
  /** The sections of its rules, in reading order: learn.<section>.title and .text in its locale. */
  sections: string[];
  /** The words (keys) that an option's choice is made of, where its locale's option.<name>.<choice> won't do. */
  choiceWords?(option: string, choice: string | number): Key[] | undefined;
}

const abouts = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' });
const skins = import.meta.glob<Skin>('./*/skin.ts', { import: 'skin' });
const tables = import.meta.glob<GameTable>('./*/table.ts', { import: 'table' });

export const games: About[] = Object.values(abouts).sort((a, b) => a.order - b.order);

export function isGame(name: string): boolean {
  return games.some(({ game }) => game === name);
}

export function loadSkin(game: string): Promise<Skin> {
  return skins[`./${game}/skin.ts`]();
}

export function hasTable(game: string): boolean {
  return `./${game}/table.ts` in tables;
}

export function loadTable(game: string): Promise<GameTable> {
  return tables[`./${game}/table.ts`]();
}
