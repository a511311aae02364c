import { t, type Key } from '../../lib/i18n.svelte';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { partsOf } from './parts';

export const skin: Skin = {
  Face,
  backs: { paper: { paper: '#2a7f86', wave: '#4b9fa3', sign: 'M3 13h18l-4 6H7zM12 4v9M12 4l7 9M12 4l-7 9' } },
  backOf: () => 'paper',
  backName: () => t('card.hidden'),
  name(id) {
    const { kind, colour } = partsOf(id);
    return t(`sea-salt-and-paper:card.${kind}.${colour}` as Key);
  },
  hint: (id) => t(`sea-salt-and-paper:hint.${partsOf(id).kind}`),
};
