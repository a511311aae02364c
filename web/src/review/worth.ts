/**
 * What each move was worth, written on the cards and buttons that make it.
 *
 * A game's table marks them with `data-move`, whatever they look like, so this works for any game. It is for the eyes: the same numbers
 * are in the review's own table.
 */
import type { Decision } from '../generated/protocol';
import type { Skin } from '../lib/skin';

const MOVES = '[data-move]';

/** Writes on everything under `root` now and as it changes, until the returned function is called; `then` is called on each change. */
export function markWorth(root: HTMLElement, decision: Decision, then: () => void): () => void {
  const worth = new Map(decision.alternatives.map(({ move, value }) => [move, value]));

  function mark(): void {
    let isNew = false;
    for (const control of root.querySelectorAll<HTMLElement>(MOVES)) {
      const move = control.dataset.move ?? '';
      const value = worth.get(move);
      if (value === undefined || value === null) continue;
      const sign = move === decision.best ? '★ ' : move === decision.move ? '▸ ' : '';
      const text = sign + Math.round(value * 100); // cards lie close together: no room for "%"
      if (control.dataset.worth === text) continue;
      control.dataset.worth = text;
      isNew = true;
      const { position, overflowY } = getComputedStyle(control);
      if (position === 'static') control.dataset.worthHeld = '';
      if (overflowY !== 'visible') control.dataset.worthInside = '';
    }
    if (isNew) then();
  }

  mark();
  const changes = new MutationObserver(mark);
  changes.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-move'] });
  return () => {
    changes.disconnect();
    for (const control of root.querySelectorAll<HTMLElement>('[data-worth]')) {
      delete control.dataset.worth;
      delete control.dataset.worthHeld;
      delete control.dataset.worthInside;
    }
  };
}

/** What a move is called, whether or not it is in sight. */
export function sayMove(skin: Skin, move: string, names: readonly string[]): string {
  return skin.move ? skin.move(move, names) : skin.name(move);
}

/** What a move is called on the table now: a card's name, or the words on its button. */
export function nameOf(root: HTMLElement | undefined, move: string, skin: Skin, names: readonly string[]): string {
  const control = root?.querySelector<HTMLElement>(`[data-move="${CSS.escape(move)}"]`);
  if (!control) return sayMove(skin, move, names);
  if (control.querySelector(`[data-flip="${CSS.escape(move)}"]`) ?? (control.dataset.flip === move || null)) return skin.name(move);
  const words = control.getAttribute('aria-label') ?? control.title;
  return words || control.innerText.trim().replace(/\s+/g, ' ').slice(0, 60) || sayMove(skin, move, names);
}
