import { t } from '../../lib/i18n.svelte';
import { icons } from '../../lib/icons';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { cardName } from './names';

/** Cards of a game that has drawn none: its name for them, on paper. */
export function plainSkin(game: string): Skin {
  return {
    Face,
    backs: { plain: { paper: '#1d4a5e', wave: '#346b80', sign: icons.wave } },
    backOf: () => 'plain',
    backName: () => t('card.hidden'),
    name: (id) => cardName(game, id),
  };
}
