import { t } from '../../lib/i18n.svelte';
import type { Guide } from '../../table/guide/guide';
import type { Event, Table } from '../../generated/sea-change';
import type { SeaPlay } from './sides';
import { colourName } from './status';
import { suitOf, valueOf } from './suits';

const cards = (play: SeaPlay) => Object.keys(play.view.legal);
const last = (play: SeaPlay) => play.table.trick.at(-1);
const holdsLead = (play: SeaPlay) => play.table.hand.some((card) => suitOf(card) === play.table.lead);
const lead = (play: SeaPlay) => ({ suit: colourName(play.table.lead!) });

export const guide: Guide<Table, Event> = {
  seats: 3,
  options: { target: 1 },
  words: [
    { name: 'welcome', when: () => true },
    { name: 'lead_first', when: ({ table }) => table.trump === null },
    {
      name: 'changed',
      when: ({ events }) => events.some(({ event }) => event === 'sea_changed'),
      values: ({ table }) => ({ suit: t(`sea-change:suit.${table.trump!}`) }),
    },
    {
      name: 'match',
      when: (play) => last(play) !== undefined && cards(play).some((card) => valueOf(card) === valueOf(last(play)!.card)),
      values: (play) => ({ value: valueOf(last(play)!.card) }),
    },
    { name: 'follow', when: (play) => last(play) !== undefined && holdsLead(play), values: lead },
    { name: 'free', when: (play) => last(play) !== undefined && !holdsLead(play), values: lead },
    { name: 'won', when: ({ events, me }) => events.some((event) => event.event === 'trick_won' && event.seat === me) },
    { name: 'last', when: ({ table }) => table.hand.length <= 3 },
    { name: 'zero', when: ({ table }) => table.hand.some((card) => valueOf(card) === 0) },
  ],
};
