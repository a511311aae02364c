/**
 * The live connection to a table: one WebSocket that reconnects by itself.
 *
 * It holds what the server last sent and never runs ahead of what was acknowledged. Whatever the
 * server has not answered yet is sent again after a reconnect, under the same id, so it is done exactly once.
 */
import type { FromClient, FromServer, Line as ChatLine, Match, Reacted, Reason, Table } from '../generated/protocol';
import CLOSE_CODES from '../generated/close-codes.json';
import { hearProtocol, PROTOCOL, reloadPage } from './newer.svelte';
import { settings } from './settings.svelte';

export type Line =
  | 'opening'
  | 'open'
  /** Lost; it tries again by itself. */
  | 'lost'
  /** Closed for good: no such table, you were removed, too many tabs, a match of other rules. */
  | 'gone'
  | 'removed'
  | 'closed'
  | 'crowded'
  | 'outdated';

/** A message to send; its id is added on sending. */
type Message = FromClient extends infer M ? (M extends FromClient ? Omit<M, 'id'> : never) : never;

interface Sent {
  id: string;
  message: Message;
  settle: (refusal: Reason | null) => void;
}

/** Milliseconds: for a line to open; for an answer to anything that was sent; of silence before asking whether the server is there. */
const PATIENCE = 8_000;
const ANSWER = 2_500;
const HEARTBEAT = 3_000;
/** A move that takes longer than this says that it is on its way. */
const UNNOTICED = 400;
/** After this, a person who has left is no longer expected back at once. */
const JUST_LEFT = 60_000;
const LONGEST_WAIT = 30;

/** How long to wait before the n-th try: at once, then 1, 2, 4 … 30 s. */
export function waitBefore(attempt: number): number {
  return attempt <= 0 ? 0 : Math.min(2 ** (attempt - 1), LONGEST_WAIT) * 1000;
}

export interface LiveOptions {
  /** Called with the state of the match, after a move or any other change. */
  onstanding?: (match: Match) => void;
  connect?: (address: string) => WebSocket;
}

/** The reactions: a small fixed set. */
export type Reaction = Reacted['reaction'];

const isMove = ({ message: { type } }: Sent): boolean => type === 'play' || type === 'take_back';

export class Live {
  line = $state<Line>('opening');
  table = $state.raw<Table | null>(null);
  match = $state.raw<Match | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  /** Unread chat lines since the page opened. */
  unread = $state(0);
  /** A move is under way: sent, and not yet answered or not yet shown. */
  waiting = $state(false);
  /** A move has been on its way for long enough to be noticed. */
  sending = $state(false);
  /** Why the server has not saved your move yet, although it has it. */
  held = $state.raw<Reason | null>(null);
  /** The server is there, but can't reach its storage: that is why the line is lost. */
  storageLost = $state(false);
  /** When the next try to reconnect is made (performance.now). */
  retryAt = $state(0);
  /** The clock's ticks, for countdowns. */
  now = $state(performance.now());

  /** Called for other people's chat lines, and for all reactions; never for muted people. */
  onsaid: ((line: ChatLine) => void) | undefined;
  onreacted: ((seat: number, reaction: Reaction) => void) | undefined;

  #socket: WebSocket | undefined;
  #address: string;
  #options: LiveOptions;
  #outbox: Sent[] = [];
  #prefix = Math.random().toString(36).slice(2, 8);
  #count = 0;
  #attempts = 0;
  /** The match's number once your last move is shown: its answer may come earlier. */
  #shownAt = 0;
  #deadlines = $state.raw<Record<number, number>>({});
  #timers: Record<string, ReturnType<typeof setTimeout> | undefined> = {};
  /** When each seat's connection was lost before our eyes. */
  #leftAt = $state.raw<Record<number, number>>({});
  #ended = false;

  constructor(
    readonly id: string,
    options: LiveOptions = {},
  ) {
    this.#options = options;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#address = `${scheme}//${location.host}/api/live/${encodeURIComponent(id)}?protocol=${PROTOCOL}`;
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#cut);
    // A sleeping page can't notify anyone; the server does, once the page is disconnected.
    document.addEventListener('freeze', this.#cut);
    document.addEventListener('visibilitychange', this.#wake);
    this.#timers.tick = setInterval(() => (this.now = performance.now()), 500);
    this.#connect();
  }

  /** Disconnect from the table for good. */
  end(): void {
    this.#ended = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#cut);
    document.removeEventListener('freeze', this.#cut);
    document.removeEventListener('visibilitychange', this.#wake);
    clearInterval(this.#timers.tick);
    clearTimeout(this.#timers.retry);
    clearTimeout(this.#timers.beat);
    clearTimeout(this.#timers.sending);
    this.#socket?.close();
  }

  /** Whether a seat's connection was lost a moment ago. */
  justLeft(seat: number): boolean {
    const at = this.#leftAt[seat];
    return at !== undefined && this.now - at < JUST_LEFT;
  }

  /** Reconnect at once: after signing in, or because the user asks. */
  reconnect(): void {
    if (this.#ended) return;
    this.#attempts = 0;
    this.#drop();
    this.#connect();
  }

  /** Seconds a seat has left to act; undefined without a clock. */
  secondsLeft(seat: number): number | undefined {
    const deadline = this.#deadlines[seat];
    return deadline === undefined ? undefined : Math.max(0, (deadline - this.now) / 1000);
  }

  /** Nothing of yours is in progress or expected: it is another player's turn, or the match is over. */
  get isQuiet(): boolean {
    const { match, table } = this;
    const seat = table?.you?.seat ?? null;
    return !this.#outbox.length && !this.waiting && (seat === null || !match || match.ended !== null || !match.view.to_act.includes(seat));
  }

  /** Plays an action of the view's `legal`. One at a time; resolves with the refusal, or null when it is on disk. */
  play(action: number): Promise<Reason | null> {
    const { match } = this;
    if (!match || this.waiting) return Promise.resolve(null);
    return this.#send({ type: 'play', match: match.id, number: match.number, action });
  }

  takeBack(): Promise<Reason | null> {
    const { match } = this;
    if (!match || this.waiting) return Promise.resolve(null);
    return this.#send({ type: 'take_back', match: match.id, number: match.number });
  }

  say(text: string): Promise<Reason | null> {
    return this.#send({ type: 'chat', text });
  }

  /** Show a reaction at your seat: now or not at all, so it is not sent again after a reconnect. */
  react(reaction: Reaction): Promise<Reason | null> {
    return this.line === 'open' ? this.#send({ type: 'react', reaction }) : Promise.resolve(null);
  }

  comeBack(): Promise<Reason | null> {
    return this.#send({ type: 'return' });
  }

  /** Bind yourself to your bytes for the table's next shuffle; then reveal them. */
  commit(match: string, commitment: string): Promise<Reason | null> {
    return this.#send({ type: 'commit', match, commitment });
  }

  reveal(match: string, bytes: string): Promise<Reason | null> {
    return this.#send({ type: 'reveal', match, bytes });
  }

  #send(message: Message): Promise<Reason | null> {
    return new Promise((settle) => {
      const sent = { id: `${this.#prefix}-${++this.#count}`, message, settle };
      this.#outbox = [...this.#outbox, sent];
      this.#noteWaiting();
      this.#post(sent);
    });
  }

  #post({ id, message }: Sent): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || this.line !== 'open') return;
    socket.send(JSON.stringify({ ...message, id }));
    this.#expectAnswer(socket);
  }

  /** No answer to something that was sent: the connection is lost. */
  #expectAnswer(socket: WebSocket): void {
    clearTimeout(this.#timers.beat);
    this.#timers.beat = setTimeout(() => this.#lose(socket), ANSWER);
  }

  #noteWaiting(): void {
    const isOnItsWay = this.#outbox.some(isMove);
    this.waiting = isOnItsWay || (this.match?.number ?? 0) < this.#shownAt;
    if (!isOnItsWay) {
      clearTimeout(this.#timers.sending);
      this.#timers.sending = undefined;
      this.sending = false;
      this.held = null;
    } else this.#timers.sending ??= setTimeout(() => (this.sending = true), UNNOTICED);
  }

  #answered(id: string | null, refusal: Reason | null, number: number | null = null): void {
    const sent = this.#outbox.find((one) => one.id === id);
    if (!sent) return;
    if (isMove(sent) && number !== null) this.#shownAt = number + 1;
    this.#outbox = this.#outbox.filter((one) => one !== sent);
    this.#noteWaiting();
    sent.settle(refusal);
  }

  #connect(): void {
    clearTimeout(this.#timers.retry);
    const socket = (this.#options.connect ?? ((address) => new WebSocket(address)))(this.#address);
    this.#socket = socket;
    // A connection that never opens, or stays silent, counts as lost.
    this.#timers.beat = setTimeout(() => this.#lose(socket), PATIENCE);
    socket.onmessage = ({ data }) => this.#socket === socket && this.#hear(JSON.parse(String(data)) as FromServer);
    socket.onclose = ({ code }) => this.#socket === socket && this.#closed(code);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    clearTimeout(this.#timers.beat);
    socket?.close();
  }

  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#drop();
    this.#closed(1006);
  }

  #closed(code: number): void {
    clearTimeout(this.#timers.beat);
    if (this.#ended) return;
    if (code === CLOSE_CODES.UNKNOWN_TABLE) this.line = 'gone';
    else if (code === CLOSE_CODES.REMOVED) this.line = 'removed';
    else if (code === CLOSE_CODES.BANNED)
      this.line = 'gone'; // what is shown instead, the page's own stream finds out
    else if (code === CLOSE_CODES.CLOSED_TABLE) this.line = 'closed';
    else if (code === CLOSE_CODES.TOO_MANY) this.line = 'crowded';
    else if (code === CLOSE_CODES.OLD_RULES) this.line = 'outdated';
    else {
      if (code === CLOSE_CODES.OLD_CLIENT) reloadPage();
      this.storageLost = code === CLOSE_CODES.NO_STORAGE;
      if (this.line === 'open' || this.#attempts > 0 || this.storageLost) this.line = 'lost';
      const wait = code === CLOSE_CODES.TOO_FAST ? 5000 * (1 + Math.random()) : waitBefore(this.#attempts) * (0.8 + 0.4 * Math.random());
      this.#attempts++;
      this.retryAt = performance.now() + wait;
      this.#timers.retry = setTimeout(() => this.#connect(), wait);
    }
  }

  /** The device woke up or found a network: don't wait for a timer to find out. */
  #wake = (): void => {
    if (document.hidden || this.#ended) return;
    if (this.line === 'lost') this.reconnect();
    else if (this.line === 'open') this.#ping();
  };

  #ping(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'ping', id: `${this.#prefix}-${++this.#count}` }));
    this.#expectAnswer(socket);
  }

  /** The device says that it has no network. */
  #cut = (): void => {
    if (this.#socket && this.line === 'open') this.#lose(this.#socket);
  };

  #hear(message: FromServer): void {
    clearTimeout(this.#timers.beat);
    this.#timers.beat = setTimeout(() => this.#ping(), HEARTBEAT);
    switch (message.type) {
      case 'hello':
        return hearProtocol(message.protocol);
      case 'table':
        return this.#hearTable(message);
      case 'moved': {
        const { match } = this;
        if (match?.id !== message.match || message.number <= match.number) return;
        const { type: _, match: id, events, bot_moves, ...standing } = message;
        const all = { events: [...match.events, ...events], bot_moves: [...match.bot_moves, ...bot_moves] };
        return this.#stand({ ...match, ...standing, ...all, id });
      }
      case 'ack':
        return this.#answered(message.id, null, message.number);
      case 'held':
        if (this.#outbox.some((sent) => sent.id === message.id && isMove(sent))) this.held = message.reason;
        return;
      case 'refused':
        return this.#answered(message.id, message.reason);
      case 'error':
        return this.#answered(message.id, message.reason);
      case 'chatted':
        if (this.chat.some(({ number }) => number === message.line.number)) return;
        this.chat = [...this.chat, message.line].slice(-200);
        if (message.line.person !== this.table?.you?.id && !settings.muted.includes(message.line.person)) {
          this.unread++;
          this.onsaid?.(message.line);
        }
        return;
      case 'reacted':
        if (!settings.muted.includes(message.person)) this.onreacted?.(message.seat, message.reaction);
        return;
      case 'present':
        if (!this.table) return;
        this.#see({
          ...this.table,
          watching: message.watching,
          chairs: this.table.chairs.map((chair) => ({ ...chair, connected: message.connected[chair.seat] ?? chair.connected })),
        });
    }
  }

  /** Apply the current table, remembering who has just lost the connection. */
  #see(table: Table): void {
    const before = this.table?.chairs ?? [];
    const left = table.chairs.filter(({ seat, id, connected }) => id && !connected && before[seat]?.id === id && before[seat].connected);
    if (left.length) this.#leftAt = { ...this.#leftAt, ...Object.fromEntries(left.map(({ seat }) => [seat, performance.now()])) };
    this.table = table;
  }

  #hearTable({ table, match, chat }: Extract<FromServer, { type: 'table' }>): void {
    const reopened = this.line !== 'open';
    this.line = 'open';
    this.storageLost = false;
    this.#attempts = 0;
    this.#see(table);
    this.chat = chat;
    if (match) this.#stand(match);
    else this.match = null;
    if (!reopened) return;
    const late = this.#outbox.filter(({ message }) => message.type === 'react');
    late.forEach(({ id }) => this.#answered(id, null));
    this.#outbox.forEach((sent) => this.#post(sent));
  }

  #stand(match: Match): void {
    if (match.id !== this.match?.id) this.#shownAt = 0;
    this.match = match;
    this.#noteWaiting();
    this.now = performance.now();
    this.#deadlines = Object.fromEntries(Object.entries(match.left).map(([seat, left]) => [Number(seat), this.now + left * 1000]));
    this.#options.onstanding?.(match);
  }
}
