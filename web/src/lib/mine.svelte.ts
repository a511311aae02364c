/** Your tables, live: one connection to the server, whatever the page shows. */
import type { MyTable, MyTables } from '../generated/protocol';
import { Stream } from './stream.svelte';

class Mine {
  #stream = new Stream<MyTables>('/api/mine');

  get tables(): MyTable[] {
    return this.#stream.value?.tables ?? [];
  }

  get state(): Stream<MyTables>['state'] {
    return this.#stream.state;
  }

  /** At how many tables it is your turn, this one aside. */
  turns(aside = ''): number {
    return this.tables.filter(({ id, stage, your_turn }) => your_turn && stage === 'playing' && id !== aside).length;
  }

  /** Connect, or ask again: for a page that opens, or comes into sight. */
  ask = (): void => this.#stream.ask();
}

export const mine = new Mine();

/** A title that says at how many other tables it is your turn. */
export function titled(title: string, aside = ''): string {
  const turns = mine.turns(aside);
  return turns ? `(${turns}) ${title}` : title;
}
