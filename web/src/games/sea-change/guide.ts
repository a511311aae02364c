import { t } from '../../lib/i18n.svelte';
import type { Guide } from '../../table/guide/guide';
import type { Event, Table } from '../../generated/sea-change';
import type { SeaPlay } from './sides';
import { colourName } from './status';
import { valueOf } from './suits';

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
      when: ({ table }) => table.sea_changes !== undefined && table.sea_changes.length > 0,
      values: ({ table }) => ({ value: table.to_match! }),
    },
    { name: 'follow', when: ({ table }) => table.may === 'follow', values: lead },
    { name: 'free', when: ({ table }) => table.may === 'free', values: lead },
    { name: 'won', when: ({ events, me }) => events.some((event) => event.event === 'trick_won' && event.seat === me) },
    { name: 'last', when: ({ table }) => table.hand.length <= 3 },
    { name: 'zero', when: ({ table }) => table.hand.some((card) => valueOf(card) === 0) },
  ],
};
