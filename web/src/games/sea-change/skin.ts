import { t } from '../../lib/i18n.svelte';
import { icons } from '../../lib/icons';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { suitOf, valueOf } from './suits';

export const skin: Skin = {
  Face,
  backs: { sea: { paper: '#0d4a73', wave: '#1f6c9e', sign: icons.wave } },
  backOf: () => 'sea',
  backName: () => t('card.hidden'),
  name: (id) => t('sea-change:card', { n: valueOf(id), suit: t(`sea-change:suit.${suitOf(id) as 'B'}`) }),
  hint(id, facts) {
    if (facts?.trumpZero !== undefined) {
      return t('sea-change:zero_hint', { n: facts.trumpZero, suit: t(`sea-change:suit.${suitOf(id) as 'B'}`) });
    }
    return facts?.points === undefined ? '' : t('card.points', { n: facts.points });
  },
};
