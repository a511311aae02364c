import { t } from '../../lib/i18n.svelte';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { hues, typeOf, types } from './loot';
import { nameOf, signs } from './names';

export const skin: Skin = {
  Face,
  backs: Object.fromEntries(types.map((type) => [type, { paper: hues[type].paper, wave: hues[type].wave, sign: signs[type] }])),
  backOf: (id, facts) => typeOf(id, facts),
  backName: (back) => t(`sea-of-clouds:back.${back as 'rum'}`),
  name: (id, facts) => nameOf(id, facts),
  hint: (_id, facts) => facts?.text ?? '',
};
