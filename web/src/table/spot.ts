/** Points at a move on the table: wherever it can be made, there is a `data-move`. */
import { hasText, t } from '../lib/i18n.svelte';
import { faces } from '../lib/lens';

const CLASS = 'pointed-at';

function places(move: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-move="${CSS.escape(move)}"]`)];
}

/** Rings the places where a move can be made, until the function it returns is called. */
export function pointAt(move: string): () => void {
  const found = places(move);
  found.forEach((place) => place.classList.add(CLASS));
  found[0]?.scrollIntoView({ block: 'center', inline: 'nearest' });
  return () => found.forEach((place) => place.classList.remove(CLASS));
}

/** What a move is called where it can be made; else (a choice on a sheet that isn't open) by the game's texts, or by its notation. */
export function nameOf(move: string, game: string): string {
  const [place] = places(move);
  const label = place?.getAttribute('aria-label');
  if (label) return label;
  const card = place?.closest('.card') ?? place?.querySelector('.card');
  const face = card ? faces.get(card) : undefined;
  if (face) return face.skin.name(face.id, face.facts);
  const key = `${game}:move.${move.replace(/\W+/g, '_')}`;
  return place?.textContent?.replace(/\s+/g, ' ').trim() || (hasText(key) ? t(key) : move);
}
