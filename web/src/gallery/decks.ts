/** Every card of every game, with sample facts, for looking at them. At a table the facts come from the server. */
import type { CardFacts } from '../lib/skin';

export interface Sample {
  id: string;
  facts?: CardFacts;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const POINTS: Record<number, number> = { 1: -1, 2: -1, 3: -1, 8: -4, 9: 2, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1 };
const seaChange = [...'BGRPY'].flatMap((suit) =>
  range(0, 15).map((value) => ({ id: suit + value, facts: { points: POINTS[value] ?? 0 } })),
);

const PAPER: Record<string, string> = {
  crab: 'dark-blue light-blue yellow black green grey',
  boat: 'dark-blue light-blue black yellow',
  fish: 'dark-blue black light-blue yellow green',
  swimmer: 'dark-blue light-blue black yellow light-orange',
  shark: 'dark-blue light-blue black green purple',
  shell: 'dark-blue light-blue black yellow green grey',
  octopus: 'light-blue yellow green purple grey',
  penguin: 'purple light-orange pink',
  sailor: 'pink orange',
  mermaid: 'white',
  lighthouse: 'purple',
  shoal: 'grey',
  colony: 'green',
  captain: 'light-orange',
};
const saltAndPaper = Object.entries(PAPER).flatMap(([kind, colours]) => colours.split(' ').map((colour) => ({ id: `${kind}:${colour}` })));

const landUnter = [...range(1, 60).map(String), ...range(1, 12).map((level) => `w${level}`)].map((id) => ({ id }));

const TABLES: Record<string, number[]> = {
  'sirens-song': [-3, -1, 2, 6, 12, 19, 27, 43],
  'behemoth-tooth': [-2, 2, 6, 12, 21, 32],
  'eye-of-the-kraken': [-1, 3, 8, 15, 26],
  'phoenix-feather': [0, 5, 11, 20],
};
const NUMBERS: Record<string, number> = {
  rotgut: 0,
  rum: 1,
  'spiced-rum': 2,
  'dark-rum': 3,
  'aged-rum': 4,
  'captains-reserve': 6,
  topman: 2,
  'first-mate': 3,
  gunner: 1,
  'rachel-cruz': 2,
  steward: 2,
  cook: 2,
  'mister-plume': 4,
  lookout: 1,
  'cabin-boy': 1,
  smuggler: 2,
  quartermaster: 3,
};
const OTHERS =
  'collectors-rum majority-rum chest blunt-sword sharp-sabre figurehead rum-guide curio-cabinet curse beer treasure-map purse cracker rum-ledger relic-ledger coin-ledger forged-papers';
const seaOfClouds: Sample[] = [
  ...Object.entries(NUMBERS).map(([id, number]) => ({ id, facts: { number } })),
  ...Object.entries(TABLES).map(([id, table], i) => ({ id, facts: { table, step: i + 1 } })),
  ...OTHERS.split(' ').map((id) => ({ id })),
  ...['rum', 'relic', 'object', 'pirate'].map((type) => ({ id: `house-${type}`, facts: { type } })),
];

export const decks: Record<string, Sample[]> = {
  'sea-change': seaChange,
  'sea-salt-and-paper': saltAndPaper,
  'land-unter': landUnter,
  'sea-of-clouds': seaOfClouds,
};
