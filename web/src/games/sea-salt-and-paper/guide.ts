import type { Guide } from '../../table/guide/guide';
import type { Event, Table } from '../../generated/sea-salt-and-paper';

const GOAL = 15;

export const guide: Guide<Table, Event> = {
  seats: 2,
  options: { target: GOAL },
  words: [
    { name: 'welcome', when: () => true, values: ({ table }) => ({ goal: table.goal, needed: table.to_call }) },
    {
      name: 'last',
      when: ({ table, me }) => table.caller !== null && table.caller !== me,
      values: ({ table, seats }) => ({ name: seats[table.caller!].name }),
    },
    { name: 'round', when: ({ table }) => table.round > 1, values: ({ table }) => ({ goal: table.goal }) },
    { name: 'take', when: ({ table }) => table.phase === 'take' },
    { name: 'keep', when: ({ table }) => table.phase === 'keep' },
    { name: 'call', when: ({ view }) => 'stop' in view.legal },
    { name: 'pair', when: ({ view }) => Object.keys(view.legal).some((move) => move.startsWith('lay ')) },
    { name: 'pass', when: ({ table }) => table.phase === 'lay' },
    { name: 'stolen', when: ({ events, me }) => events.some((event) => event.event === 'card_stolen' && event.victim === me) },
  ],
};
