/**
 * Cards travel from where they were to where they go.
 *
 * Around any change of the table:   const before = positions(table);  …change, await tick()…;  travel(table, before);
 * Elements are known by their data-flip attribute (Card sets it to the card's id).
 */
import { settings, type Speed } from './settings.svelte';

const PACE: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
const TRAVEL = 300;
const APART = 40;
const TURN = 240;
const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.3, 1)';

export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A time in milliseconds at the player's chosen speed. */
export function paced(ms: number): number {
  return ms * PACE[settings.speed];
}

/** Waits, at the player's chosen speed: a trick rests a moment before it is swept away. */
export function rest(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, paced(ms)));
}

/** Waits for motion to end, but no longer than it can last: a hidden page stops its animations where they are. */
async function finished(moves: Animation[], longest: number): Promise<void> {
  await Promise.race([Promise.allSettled(moves.map((move) => move.finished)), new Promise((done) => setTimeout(done, longest + 400))]);
}

export type Positions = Map<string, DOMRect>;

function cards(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-flip]')];
}

/** Where every card is now. */
export function positions(root: ParentNode): Positions {
  return new Map(cards(root).map((node) => [node.dataset.flip!, node.getBoundingClientRect()]));
}

/** A card that comes out of a place starts small, in its middle. */
function emerging(place: DOMRect, node: HTMLElement): DOMRect {
  const { width, height } = node.getBoundingClientRect();
  const [w, h] = [width / 2, height / 2];
  return new DOMRect(place.left + (place.width - w) / 2, place.top + (place.height - h) / 2, w, h);
}

function moveFrom(node: HTMLElement, from: DOMRect, delay: number): Animation | undefined {
  const to = node.getBoundingClientRect();
  const dx = from.left - to.left;
  const dy = from.top - to.top;
  const scale = to.width ? from.width / to.width : 1;
  if (Math.hypot(dx, dy) < 1 && Math.abs(scale - 1) < 0.01) return undefined;
  const keyframes = prefersStill()
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { transformOrigin: '0 0', transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 },
        { transformOrigin: '0 0', transform: 'none', zIndex: 5 },
      ];
  return node.animate(keyframes, { duration: paced(TRAVEL), delay, easing: EASE_OUT, fill: 'backwards' });
}

/**
 * Moves every card from where `before` saw it to where it is. A card `before` did not see comes from `origin`
 * (the deck, a seat), or fades in. Resolves when all have arrived.
 */
export async function travel(root: ParentNode, before: Positions, origin?: (id: string) => Element | null | undefined): Promise<void> {
  const moves: Animation[] = [];
  for (const node of cards(root)) {
    const id = node.dataset.flip!;
    const place = before.has(id) ? undefined : origin?.(id)?.getBoundingClientRect();
    const from = before.get(id) ?? (place && emerging(place, node));
    const delay = paced(moves.length * APART);
    const move = from
      ? moveFrom(node, from, delay)
      : node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: paced(TRAVEL), delay, easing: EASE_OUT, fill: 'backwards' });
    if (move) moves.push(move);
  }
  await finished(moves, paced(TRAVEL + moves.length * APART));
}

/** Sends copies of cards that are about to leave the page to where they go (a trick to its winner). */
export async function sweep(nodes: Iterable<HTMLElement>, to: Element): Promise<void> {
  const goal = to.getBoundingClientRect();
  const moves = [...nodes].map((node, i) => {
    const from = node.getBoundingClientRect();
    const dx = goal.left + goal.width / 2 - (from.left + from.width / 2);
    const dy = goal.top + goal.height / 2 - (from.top + from.height / 2);
    const end = prefersStill() ? { opacity: 0 } : { transform: `translate(${dx}px, ${dy}px) scale(0.4)`, opacity: 0 };
    return node.animate([{}, end], { duration: paced(TRAVEL), delay: paced(i * APART), easing: EASE_OUT, fill: 'forwards' });
  });
  await finished(moves, paced(TRAVEL + moves.length * APART));
}

/** Turns a card over: `swap` changes its face while it stands on edge. */
export async function turnOver(node: HTMLElement, swap: () => void): Promise<void> {
  const edge = prefersStill() ? { opacity: 0 } : { transform: 'scaleX(0.02)' };
  const half = { duration: paced(TURN / 2), easing: 'ease-in' };
  await node.animate([{}, edge], half).finished.catch(() => undefined);
  swap();
  node.animate([edge, {}], { ...half, easing: 'ease-out' });
}
