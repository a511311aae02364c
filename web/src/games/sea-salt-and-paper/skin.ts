import { t, type Key } from '../../lib/i18n.svelte';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { partsOf } from './parts';

/** The card of a name in a move. */
const card = (id: string) => skin.name(id);

/** "keep crab:black" and the like, as somebody would say it. */
function move(notation: string, names: readonly string[]): string {
  const [verb, first = '', second = ''] = notation.split(' ');
  const isNumber = /^\d+$/.test(first);
  if (notation === 'lay mermaids') return t('sea-salt-and-paper:named.mermaids');
  if (verb === 'lay') return t('sea-salt-and-paper:named.lay', { first: card(first), second: card(second) });
  if (verb === 'rob') return t('sea-salt-and-paper:named.rob', { name: names[Number(first)] ?? '' });
  if ((verb === 'keep' || verb === 'pick') && !isNumber) return t(`sea-salt-and-paper:named.${verb}`, { card: card(first) });
  return t(`sea-salt-and-paper:named.${notation.replace(/ ?\d+$/, '').replace(' ', '_') as 'take'}`, { n: Number(first), card: first });
}

export const skin: Skin = {
  Face,
  backs: { paper: { paper: '#2a7f86', wave: '#4b9fa3', sign: 'M3 13h18l-4 6H7zM12 4v9M12 4l7 9M12 4l-7 9' } },
  backOf: () => 'paper',
  backName: () => t('card.hidden'),
  name(id) {
    const { kind, colour } = partsOf(id);
    return t(`sea-salt-and-paper:card.${kind}.${colour}` as Key);
  },
  move,
  hint: (id) => t(`sea-salt-and-paper:hint.${partsOf(id).kind}`),
};
