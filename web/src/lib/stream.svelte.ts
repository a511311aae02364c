/** Something that the server sends again whenever it changes, over a connection that reconnects by itself. */
import CLOSE_CODES from '../generated/close-codes.json';
import { me } from './api';
import { waitBefore } from './live.svelte';
import { PROTOCOL, reloadPage } from './newer.svelte';

/** Milliseconds for an answer when the page comes into sight again. */
const ANSWER = 2_500;

export class Stream<T, Said = never> {
  value = $state.raw<T>();
  /** Nothing was heard yet; the value is here (or there is none for you); the server can't be reached. */
  state = $state<'waiting' | 'known' | 'lost'>('waiting');

  #socket: WebSocket | undefined;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;

  /** What the server is to know of this page, on every connection. */
  #introduction = '';

  constructor(readonly path: string) {}

  /** Tell the server something of this page, now and whenever it is connected again. */
  introduce(said: Said): void {
    this.#introduction = JSON.stringify(said);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#introduction);
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

  /** The page is no longer visible. */
  close(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#answer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const before = this.#socket;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${this.path}?protocol=${PROTOCOL}`);
    this.#socket = socket;
    before?.close();
    socket.onopen = () => {
      if (this.#introduction) socket.send(this.#introduction);
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#answer);
      this.#attempts = 0;
      this.value = JSON.parse(String(data)) as T;
      this.state = 'known';
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      clearTimeout(this.#answer);
      if (code === CLOSE_CODES.NOBODY) {
        // no such person: nothing is theirs, and nothing to retry
        this.value = undefined;
        this.state = 'known';
        return;
      }
      if (code === CLOSE_CODES.BANNED) {
        void me().catch(() => undefined); // the answer says why, and until when
        return;
      }
      if (code === CLOSE_CODES.OLD_CLIENT) reloadPage();
      if (this.#attempts > 0) this.state = 'lost';
      this.#retry = setTimeout(() => this.#connect(), waitBefore(++this.#attempts));
    };
  }
}
