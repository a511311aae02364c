/** What a bot did for a person while they were away: the server says where to look, the log and the table say so. */
import type { BotMove } from '../generated/protocol';
import type { GameEvent } from './contract';

type Marked = GameEvent & { seat?: unknown; by_bot?: true };

/** The events, those marked in which a bot did something for a person: from where the server says, the first about that seat. */
export function marked(events: GameEvent[], moves: BotMove[]): GameEvent[] {
  if (moves.length === 0) return events;
  const found: Marked[] = [...events];
  for (const { seat, at } of moves) {
    const i = found.findIndex((event, place) => place >= at && event.seat === seat && !event.by_bot);
    if (i >= 0) found[i] = { ...found[i], by_bot: true };
  }
  return found;
}

export function isBotMove(event: GameEvent): boolean {
  return (event as Marked).by_bot === true;
}

/** What a bot did for this seat, among these events. */
export function doneFor(seat: number | null, events: GameEvent[]): GameEvent[] {
  return events.filter((event) => isBotMove(event) && (event as Marked).seat === seat);
}
