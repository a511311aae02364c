import { t } from '../../lib/i18n.svelte';
import type { Skin } from '../../lib/skin';
import Face from './Face.svelte';
import { hues, typeOf, types } from './loot';
import { nameOf, signs } from './names';

/** "send topman left" and the like, as somebody would say it. */
function move(notation: string): string {
  const [verb, first = '', side = ''] = notation.split(' ');
  const [share, place] = first.split('-').map(Number);
  if (verb === 'loot') return t('sea-of-clouds:named.loot', { share, place });
  const card = first && nameOf(first);
  return t(`sea-of-clouds:named.${(side ? `${verb}_${side}` : verb) as 'lay'}`, { card });
}

export const skin: Skin = {
  Face,
  backs: Object.fromEntries(types.map((type) => [type, { paper: hues[type].paper, wave: hues[type].wave, sign: signs[type] }])),
  backOf: (id, facts) => typeOf(id, facts),
  backName: (back) => t(`sea-of-clouds:back.${back as 'rum'}`),
  name: (id, facts) => nameOf(id, facts),
  move,
  hint: (_id, facts) => facts?.text ?? '',
};
