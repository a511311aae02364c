/** What each seat did last: everything from where it began to act until another did. */
import type { GameEvent } from './contract';

/** By seat, what the events of its last turn say; `say` is null for events that are not something a seat does. */
export function lastTurns<E extends GameEvent>(
  events: E[],
  say: (event: E) => { seat: number; text: string } | null,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  let acting: number | null = null;
  for (const event of events) {
    const did = say(event);
    if (!did) continue;
    if (did.seat !== acting) found.set(did.seat, []);
    acting = did.seat;
    found.get(did.seat)!.push(did.text);
  }
  return found;
}
