/** What a slug is a picture of. Numbers and effects are the server's: a host may bring another deck. */
import { disc, type Shape } from '../../lib/draw';
import type { CardFacts } from '../../lib/skin';
import { objects } from './pictures/object';
import { pirates } from './pictures/pirate';
import { relics } from './pictures/relic';
import { rums } from './pictures/rum';

export const types = ['rum', 'relic', 'object', 'pirate'] as const;
export type LootType = (typeof types)[number];

const pictures: Record<LootType, Record<string, Shape[]>> = { rum: rums, relic: relics, object: objects, pirate: pirates };

/** For a card from a host's own deck. */
const unknown: Record<LootType, Shape[]> = {
  rum: rums.rum,
  relic: [
    ['#4f86c6', 'M26 18h48l20 24-44 48L6 42z'],
    ['#9cc3ea', 'M26 18 6 42h26zM74 18l20 24H68zM32 42h36L50 90z'],
  ],
  object: [
    ['#a9713d', 'M14 24h72v60H14z'],
    ['none', 'M14 24l72 60M86 24 14 84'],
    ['#d7a647', disc(50, 54, 10)],
  ],
  pirate: pirates.topman,
};

/** "topman#2" is a topman. */
export function slugOf(id: string): string {
  return id.split('#')[0];
}

export function typeOf(id: string, facts?: CardFacts): LootType {
  const slug = slugOf(id);
  const known = types.find((type) => slug in pictures[type] || slug === type);
  return known ?? types.find((type) => type === facts?.type) ?? 'object';
}

export function pictureOf(id: string, facts?: CardFacts): Shape[] {
  const type = typeOf(id, facts);
  return pictures[type][slugOf(id)] ?? unknown[type];
}

export const hues: Record<LootType, { paper: string; wave: string; ink: string }> = {
  rum: { paper: '#a8641a', wave: '#c88434', ink: '#7a4408' },
  relic: { paper: '#28538c', wave: '#4a76b0', ink: '#1f4474' },
  object: { paper: '#2f6b47', wave: '#4d8c66', ink: '#225437' },
  pirate: { paper: '#93302a', wave: '#b5524a', ink: '#7d231e' },
};
