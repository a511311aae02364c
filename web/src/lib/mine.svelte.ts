/** Your tables and invitations, live: one connection to the server, whatever the page shows. */
import type { Chair, FromReader, Invitation, MyTable, MyTables, Notice, Table } from '../generated/protocol';
import { Stream } from './stream.svelte';

/** The people at a finished table who want a rematch and wait for your answer. */
export function waitForRematch({ stage, rematch, chairs, you }: Table): Chair[] {
  const seat = you?.seat ?? null;
  if (stage !== 'over' || seat === null || rematch.includes(seat)) return [];
  return rematch.map((offering) => chairs[offering]);
}

class Mine {
  #stream = new Stream<MyTables, FromReader>('/api/mine');

  get tables(): MyTable[] {
    return this.#stream.value?.tables ?? [];
  }

  /** Your invitations. */
  get invitations(): Invitation[] {
    return this.#stream.value?.invitations ?? [];
  }

  /** The ids of the people whom you have blocked. */
  get blocked(): string[] {
    return this.#stream.value?.blocked ?? [];
  }

  /** Maintenance, and its message; undefined until the server has said anything. */
  get maintenance(): string | null | undefined {
    const notice = this.#stream.value?.notice as Notice | undefined; // a server of the version before says nothing of it
    return notice?.maintenance;
  }

  /** The server's version of the protocol; undefined as long as nothing was heard. */
  get protocol(): number | undefined {
    return (this.#stream.value?.notice as Notice | undefined)?.protocol;
  }

  get state(): Stream<MyTables, FromReader>['state'] {
    return this.#stream.state;
  }

  /** For an effect that runs again on every update from the server: a table, an invitation, or another of your devices. */
  heard(): void {
    void this.#stream.value;
  }

  /** How much waits for you: your turns, at this table aside, rematches and invitations. */
  waiting(aside = ''): number {
    const isYours = (table: MyTable) => (table.your_turn && table.stage === 'playing') || waitForRematch(table).length > 0;
    const turns = this.tables.filter((table) => isYours(table) && table.id !== aside);
    return turns.length + this.invitations.filter(({ table }) => table !== aside).length;
  }

  /** Connect, or ask again: for a page that opens, or comes into sight. */
  ask = (): void => this.#stream.ask();

  /** Marks the invitations as visible, so that no device is notified of new ones; for an effect. */
  look(): () => void {
    const tell = () => this.#stream.introduce({ type: document.hidden ? 'away' : 'look' });
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
      this.#stream.introduce({ type: 'away' });
    };
  }
}

export const mine = new Mine();

/** A title that says how much waits for you elsewhere. */
export function titled(title: string, aside = ''): string {
  const waiting = mine.waiting(aside);
  return waiting ? `(${waiting}) ${title}` : title;
}
