import { language, t, type Key } from '../../lib/i18n.svelte';
import { signed } from '../../lib/numbers';
import { isBotMove } from '../../table/botMoves';
import type { LogLine } from '../../table/contract';
import { beatsOf } from '../../table/show.svelte';
import { motion } from './motion';
import { numberOf } from './sky';
import type { LandEvent, LandPlay } from './play';

/** "Anna, Bob and you". */
export function names(play: LandPlay, seats: number[]): string {
  const all = seats.map((seat) => (play.seats[seat]?.you ? t('land-unter:you') : (play.seats[seat]?.name ?? '')));
  return new Intl.ListFormat(language()).format(all);
}

export function seatName(play: LandPlay, seat: number): string {
  return play.seats[seat]?.you ? t('seat.you') : (play.seats[seat]?.name ?? '');
}

/** As a sentence begins. */
const begun = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function bySeat(play: LandPlay, key: string, seat: number, values: Record<string, string | number> = {}): string {
  return t(`land-unter:log.${key}${play.seats[seat]?.you ? '_you' : ''}` as Key, { name: seatName(play, seat), ...values });
}

/** "Anna 57, you 34, Bob 12". */
function each<E extends { seat: number }>(play: LandPlay, events: E[], value: (event: E) => string | number): string {
  return events.map((event) => `${seatName(play, event.seat)} ${value(event)}`).join(', ');
}

function alike<K extends LandEvent['event']>(beat: LandEvent[], kind: K): Extract<LandEvent, { event: K }>[] {
  return beat.filter((event): event is Extract<LandEvent, { event: K }> => event.event === kind);
}

/** The sentence for one event of a beat; of several alike, only the first has one. */
function tell(event: LandEvent, beat: LandEvent[], previous: LandEvent | undefined, play: LandPlay): string | null {
  if (beat.find((one) => one.event === event.event) !== event && event.event !== 'match_won') return null;
  switch (event.event) {
    case 'round_began':
      return t('land-unter:log.round', { round: event.round, rounds: play.table.rounds });
    case 'lifebuoys_taken':
      return t('land-unter:log.lifebuoys', { list: each(play, alike(beat, event.event), ({ lifebuoys }) => lifebuoys) });
    case 'water_turned':
      return t('land-unter:log.turned', { levels: levels(event) });
    case 'card_revealed':
      return t('land-unter:log.revealed', { list: each(play, alike(beat, event.event), ({ card }) => card) });
    case 'card_played':
      return bySeat(play, 'played', event.seat, { card: event.card });
    case 'water_taken': {
      const rank = previous?.event === 'water_taken' ? 'second' : 'first';
      return bySeat(play, `took_${rank}`, event.seat, { level: numberOf(event.water) });
    }
    case 'lifebuoy_lost': {
      const losers = alike(beat, event.event).map(({ seat }) => seat);
      if (losers.length > 1) {
        const you = losers.some((seat) => play.seats[seat]?.you) ? '_you' : '';
        return begun(t(`land-unter:log.lost_each${you}`, { names: names(play, losers), level: event.level }));
      }
      return bySeat(play, 'lost', event.seat, { level: event.level });
    }
    case 'seat_eliminated': {
      const losers = alike(beat, event.event).map(({ seat }) => seat);
      if (losers.length > 1) return t('land-unter:log.out_each', { names: names(play, losers), level: event.level });
      return bySeat(play, 'out', event.seat, { level: event.level });
    }
    case 'score_changed':
      return t('land-unter:log.scored', { list: each(play, alike(beat, event.event), ({ points }) => signed(points)) });
    case 'hand_passed':
      return t('land-unter:log.passed');
    case 'match_won':
      return bySeat(play, 'match', event.seat);
    default:
      return null;
  }
}

function levels({ first, second }: { first: string; second: string }): string {
  const both = [numberOf(first), numberOf(second)].sort((a, b) => a - b);
  return new Intl.ListFormat(language()).format(both.map(String));
}

export function line(event: LandEvent, play: LandPlay): string | null {
  const beat = play.now.includes(event) ? play.now : [event];
  const place = play.events.indexOf(event);
  // Not yet turned over: don't give it away.
  if (place < 0 && event.event === 'card_revealed') return beat[0] === event ? t('land-unter:status.hush') : null;
  return tell(event, beat, place < 0 ? play.events.at(-1) : play.events[place - 1], play);
}

export function log(play: LandPlay): LogLine[] {
  let previous: LandEvent | undefined;
  const lines: LogLine[] = [];
  for (const beat of beatsOf(play.events, motion) as LandEvent[][]) {
    for (const event of beat) {
      const text = tell(event, beat, previous, play);
      if (text) lines.push({ text, heading: event.event === 'round_began', bot: isBotMove(event) });
      previous = event;
    }
  }
  return lines;
}
