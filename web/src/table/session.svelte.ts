/** A match as it is being watched: what the frame and the game's table are drawn from, live, in a replay or in a lesson. */
import { reasonText } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import type { Live } from '../lib/live.svelte';
import type { Chair, Frame, Match, Reason } from '../generated/protocol';
import { say } from '../lib/say.svelte';
import type { Skin } from '../lib/skin';
import { lastTurns } from './lastTurns';
import { doneFor, isBotMove, marked } from './botMoves';
import type { GameEvent, GameTable, LogLine, Play, Presence, Seat, View } from './contract';
import { Show } from './show.svelte';

export interface GameParts {
  game: string;
  table: GameTable;
  skin: Skin;
}

/** How far back the status line looks for a sentence while cards move. */
const STANDING = 40;
/** Milliseconds that a refusal stays on the status line. */
const READ = 6000;

/** A bot's name: each chair has its own, so that two sailors can be told apart. */
export function botName(seat: number): string {
  const names = t('bot.names').split(', ');
  return names[seat % names.length];
}

/** The ending of every bot account's name, and no other name: the server ensures that. */
const PROGRAM = ' (bot)';

/** A name as it is shown: bot accounts are marked in the reader's language. */
export function personName(name: string): string {
  return name.endsWith(PROGRAM) ? t('bot.account', { name: name.slice(0, -PROGRAM.length) }) : name;
}

export function chairName(chair: Chair): string {
  return chair.kind === 'empty' ? t('harbour.free_seat') : personName(chair.name) || botName(chair.seat);
}

function presenceOf({ kind, resigned, covered, connected }: Chair): Presence {
  if (resigned) return 'gone';
  if (kind !== 'person') return 'here';
  return covered ? 'covered' : connected ? 'here' : 'away';
}

export abstract class Session implements Play {
  readonly show: Show;
  /** What the server would not do, in a sentence; for a while. */
  refusal = $state('');
  #refused: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly parts: GameParts,
    readonly replay: boolean,
  ) {
    this.show = new Show(parts.table.motion, (beat) => this.#tell(beat));
  }

  abstract get seats(): Seat[];
  abstract get legal(): Record<string, number>;
  abstract get memory(): boolean;
  abstract act(move: string): void;

  /** Every seat's cards, where all hands may be looked at: in a replay. */
  get hands(): string[][] | undefined {
    return undefined;
  }

  get game(): string {
    return this.parts.game;
  }
  get skin(): Skin {
    return this.parts.skin;
  }
  get ready(): boolean {
    return this.show.view !== null;
  }
  get view(): View {
    return this.show.view!;
  }
  get table(): unknown {
    return this.view.table;
  }
  get me(): number | null {
    return this.view.seat;
  }
  get settled(): boolean {
    return this.show.settled;
  }
  get now(): GameEvent[] {
    return this.show.now;
  }
  get events(): GameEvent[] {
    return this.show.events;
  }

  why = (reason: Pick<Reason, 'key' | 'values'> | undefined): string | undefined =>
    reason && reasonText({ ...reason, game: true }, this.game);

  /** One sentence for the top of the table: what is happening, then whose turn it is. */
  get status(): string {
    if (!this.settled) {
      // An event without a sentence leaves the last one in place: the line never goes blank.
      for (const event of [...this.events.slice(-STANDING), ...this.now].reverse()) {
        const line = this.parts.table.line(event, this);
        if (line) return line;
      }
    }
    return this.view.over ? this.outcome : this.parts.table.status(this);
  }

  /** "Anna wins." / "You win." / "Anna and Bob win." */
  get outcome(): string {
    const winners = this.view.winners.map((seat) => this.seats[seat]).filter((seat) => seat !== undefined);
    if (winners.length === 0) return t('over.nobody');
    if (winners.some(({ you }) => you)) return winners.length === 1 ? t('over.you_win') : t('over.your_side_wins');
    const names = new Intl.ListFormat(document.documentElement.lang).format(winners.map(({ name }) => name));
    return t('over.wins', { n: winners.length, names });
  }

  /** The same for a reader who was not there: every winner by name. */
  get outcomeByName(): string {
    const winners = this.view.winners.map((seat) => this.seats[seat]?.name ?? '');
    if (winners.length === 0) return t('over.nobody');
    return t('over.wins', { n: winners.length, names: new Intl.ListFormat(document.documentElement.lang).format(winners) });
  }

  get log(): LogLine[] {
    const { table } = this.parts;
    if (table.log) return table.log(this);
    return this.events.flatMap((event) => {
      const text = table.line(event, this);
      return text ? [{ text, bot: isBotMove(event) }] : [];
    });
  }

  /** What a seat did in its last turn, in sentences. */
  lastTurn(seat: number): string[] {
    const { table } = this.parts;
    const turns = lastTurns(this.events, (event) => {
      const actor = 'seat' in event ? event.seat : undefined;
      const text = typeof actor === 'number' ? table.line(event, this) : null;
      return text ? { seat: actor as number, text } : null;
    });
    return turns.get(seat) ?? [];
  }

  /** Say what could not be done, long enough to be read. */
  protected refuse(text: string): void {
    this.refusal = text;
    say(text);
    clearTimeout(this.#refused);
    this.#refused = setTimeout(() => (this.refusal = ''), READ);
  }

  protected seat(seat: number, name: string, more: Partial<Seat> = {}): Seat {
    return {
      seat,
      name,
      you: seat === this.me && !this.replay,
      bot: false,
      presence: 'here',
      turn: this.view.to_act.includes(seat),
      ...more,
    };
  }

  /** The chairs, and an AI that has a score without a chair. */
  protected withExtras(seats: Seat[]): Seat[] {
    const extras = this.view.scores.slice(seats.length).map((_, i) => {
      const entry = seats.length + i;
      return this.seat(entry, this.parts.table.extraName?.(entry) ?? botName(entry), { bot: true });
    });
    return [...seats, ...extras];
  }

  #tell(beat: GameEvent[]): void {
    const lines = beat.map((event) => this.parts.table.line(event, this)).filter((line) => line !== null);
    // Some are headings: a voice makes a pause only after a full stop.
    if (lines.length) say(lines.map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(' '));
  }
}

/** With a clock running, more beats than this before one's own turn are not watched to their end. */
const BEHIND = 4;
/** How many cards a sentence names. */
const NAMED = 4;

/** A table that is being played. */
export class LiveSession extends Session {
  #match: string | undefined;
  /** How many events were shown when you last did something. */
  #acted = $state(0);
  #seats = $derived.by(() => this.#seated());

  constructor(
    parts: GameParts,
    readonly live: Live,
  ) {
    super(parts, false);
  }

  #seated(): Seat[] {
    const seats = (this.live.table?.chairs ?? []).map((chair) => {
      const clock = this.live.secondsLeft(chair.seat);
      const bot = chair.kind === 'bot' || chair.bot === true;
      return this.seat(chair.seat, chairName(chair), { bot, account: chair.bot === true, presence: presenceOf(chair), clock });
    });
    return this.withExtras(seats);
  }

  get seats(): Seat[] {
    return this.#seats;
  }

  get memory(): boolean {
    return this.live.table?.memory_aid ?? false;
  }

  get legal(): Record<string, number> {
    return this.settled && !this.live.waiting && this.live.line === 'open' ? this.view.legal : {};
  }

  /** The table waits for you, whatever is still being shown. */
  get mine(): boolean {
    const { match } = this.live;
    return match?.seat != null && match.view.to_act.includes(match.seat) && match.ended === null;
  }

  get status(): string {
    if (this.live.table?.paused) return t('table.paused');
    if (this.live.held) return reasonText(this.live.held, this.game);
    return this.live.sending ? t('line.sending') : super.status;
  }

  /** What a bot has done for you since you last did something yourself, in a sentence; empty if nothing. */
  get doneForYou(): string {
    const done = doneFor(this.me, this.events.slice(this.#acted));
    if (done.length === 0) return '';
    const cards = done.map((event) => (event as { card?: unknown }).card);
    if (done.length > NAMED || !cards.every((card) => typeof card === 'string')) return t('covered.moves', { n: done.length });
    const names = cards.map((card) => this.skin.name(card));
    return t('covered.played', { cards: new Intl.ListFormat(document.documentElement.lang).format(names) });
  }

  act = (move: string): void => {
    const action = this.legal[move];
    if (action === undefined) return;
    this.#acted = this.events.length;
    this.refusal = '';
    void this.live.play(action).then((reason) => {
      if (reason) this.refuse(reasonText(reason, this.game));
    });
  };

  async takeBack(): Promise<void> {
    const reason = await this.live.takeBack();
    if (reason) this.refuse(reasonText(reason, this.game));
  }

  /** The match has changed: animate what is new, or jump there if too much has happened or too little is known. */
  stand(match: Match): void {
    const { show } = this;
    const { view } = match;
    const events = marked(match.events, match.bot_moves);
    if (this.#match !== match.id) this.#acted = 0;
    if (this.#match === undefined) show.jump(view, events);
    else if (this.#match !== match.id) {
      show.jump(view, []);
      show.push({ events, view });
    } else {
      const known = show.known;
      const same =
        known <= events.length && (known === 0 || JSON.stringify(events[show.events.length - 1]) === JSON.stringify(show.events.at(-1)));
      if (!same) show.jump(view, events);
      else show.push({ events: events.slice(known), view });
    }
    this.#match = match.id;
    if (this.mine && match.seat !== null && match.left[match.seat] !== undefined && show.behind > BEHIND) show.catchUp();
  }

  /** From an empty table to the first card: nothing was missed, so the deal is shown. */
  begin(): void {
    this.#match ??= '';
  }
}

/** A finished match, step by step. */
export class ReplaySession extends Session {
  #names: string[];
  at = $state(0);
  frames = $state.raw<Frame[]>([]);
  /** A review says what each move was worth: then they are shown as on the day. */
  reviewed = $state(false);

  constructor(parts: GameParts, frames: Frame[], names: string[]) {
    super(parts, true);
    this.#names = names;
    this.frames = frames;
  }

  get seats(): Seat[] {
    return this.withExtras(
      Array.from({ length: this.view.seats }, (_, seat) => this.seat(seat, personName(this.#names[seat] ?? botName(seat)))),
    );
  }

  get legal(): Record<string, number> {
    return this.reviewed && this.settled ? this.view.legal : {};
  }

  /** What the move shown has done; whose turn it is then, the badges tell. */
  override get status(): string {
    if (this.settled && !this.view.over)
      for (const event of [...this.frames[this.at].events].reverse()) {
        const line = this.parts.table.line(event, this);
        if (line) return line;
      }
    return super.status;
  }

  get memory(): boolean {
    return true;
  }

  act = (): void => {}; // what was played was played

  /** It was played to its end, not abandoned. */
  get isOver(): boolean {
    return this.frames.at(-1)?.view.over ?? false;
  }

  override get hands(): string[][] | undefined {
    return this.frames[this.at].hands;
  }

  /** Jump to this frame. */
  goTo(number: number): void {
    this.at = Math.max(0, Math.min(number, this.frames.length - 1));
    this.show.jump(
      this.frames[this.at].view,
      this.frames.slice(0, this.at + 1).flatMap(({ events }) => events),
    );
  }

  /** Show the next frame as it was played. */
  forward(): void {
    if (this.at >= this.frames.length - 1) return;
    this.at++;
    this.show.push({ events: this.frames[this.at].events, view: this.frames[this.at].view });
  }
}
