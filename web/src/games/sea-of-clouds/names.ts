import { hasText, t } from '../../lib/i18n.svelte';
import { icons } from '../../lib/icons';
import type { CardFacts } from '../../lib/skin';
import { slugOf, type LootType } from './loot';

export const signs: Record<LootType, string> = { rum: icons.bottle, relic: icons.gem, object: icons.chest, pirate: icons.sabres };

export function nameOf(id: string, facts?: CardFacts): string {
  if (facts?.name) return facts.name;
  const slug = slugOf(id);
  const key = `sea-of-clouds:card.${slug}`;
  // A host's own card may have no title: its name in the deck file is all there is.
  return hasText(key) ? t(key) : slug.charAt(0).toLocaleUpperCase() + slug.slice(1).replaceAll('-', ' ');
}
