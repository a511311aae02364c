/** Your tables, live: one connection to the server, whatever the page shows. */
import type { MyTable, MyTables } from '../generated/protocol';
import CLOSE_CODES from '../generated/close-codes.json';
import { waitBefore } from './live.svelte';

/** Milliseconds for an answer when the page comes into sight again. */
const ANSWER = 2_500;

class Mine {
  tables = $state.raw<MyTable[]>([]);
  /** Nothing was heard yet; the list is here; the server can't be reached. */
  state = $state<'waiting' | 'known' | 'lost'>('waiting');

  #socket: WebSocket | undefined;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  /** At how many tables it is your turn, this one aside. */
  turns(aside = ''): number {
    return this.tables.filter(({ id, stage, your_turn }) => your_turn && stage === 'playing' && id !== aside).length;
  }

  /** Connect, or ask again: for a page that opens, or comes into sight. */
  ask = (): void => {
    const socket = this.#socket;
    clearTimeout(this.#answer);
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send('?');
      this.#answer = setTimeout(() => this.#connect(), ANSWER);
    } else if (socket?.readyState !== WebSocket.CONNECTING) this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#retry);
    const before = this.#socket;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/mine`);
    this.#socket = socket;
    before?.close();
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#answer);
      this.#attempts = 0;
      this.tables = (JSON.parse(String(data)) as MyTables).tables;
      this.state = 'known';
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      clearTimeout(this.#answer);
      if (code === CLOSE_CODES.NOBODY) {
        // no such person: no tables, and nothing to retry
        this.tables = [];
        this.state = 'known';
        return;
      }
      if (this.#attempts > 0) this.state = 'lost';
      this.#retry = setTimeout(() => this.#connect(), waitBefore(++this.#attempts));
    };
  }
}

export const mine = new Mine();

/** A title that says at how many other tables it is your turn. */
export function titled(title: string, aside = ''): string {
  const turns = mine.turns(aside);
  return turns ? `(${turns}) ${title}` : title;
}
