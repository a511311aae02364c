import { hasWord, t } from '../../lib/i18n.svelte';
import { icons } from '../../lib/icons';
import type { CardFacts } from '../../lib/skin';
import { slugOf, typeOf, type LootType } from './loot';

export const signs: Record<LootType, string> = { rum: icons.bottle, relic: icons.gem, object: icons.chest, pirate: icons.sabres };

export function nameOf(id: string, facts?: CardFacts): string {
  if (facts?.name) return facts.name;
  const key = `sea-of-clouds:card.${slugOf(id)}`;
  return hasWord(key) ? t(key) : t(`sea-of-clouds:type.${typeOf(id, facts)}`);
}
