import { t } from '../../lib/i18n.svelte';
import { icons } from '../../lib/icons';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { isWater, numberOf } from './sky';

export const skin: Skin = {
  Face,
  backs: {
    weather: { paper: '#3b5166', wave: '#587088', sign: icons.day },
    water: { paper: '#14627f', wave: '#2f86a4', sign: icons.wave },
  },
  backOf: (id) => (isWater(id) ? 'water' : 'weather'),
  backName: (back) => t(back === 'water' ? 'land-unter:back.water' : 'land-unter:back.weather'),
  name(id) {
    const n = numberOf(id);
    return isWater(id) ? t('land-unter:water', { level: n }) : t('land-unter:weather', { value: n });
  },
  hint(_id, facts) {
    if (!facts?.halves) return '';
    return t(facts.halves === 1 ? 'land-unter:half_lifebuoy' : 'land-unter:whole_lifebuoy');
  },
};
