import type { Guide } from '../../table/guide/guide';
import type { Event, Table } from '../../generated/land-unter';
import type { Play } from '../../table/contract';

/** How the last trick went for you. */
const yours = ({ table, me }: Play<Table, Event>) => table.last_trick.find(({ seat }) => seat === me);

export const guide: Guide<Table, Event> = {
  seats: 3,
  options: {},
  words: [
    { name: 'welcome', when: () => true },
    { name: 'choose', when: () => true },
    { name: 'passed', when: ({ table }) => table.round > 1 },
    { name: 'paid', when: (play) => yours(play)?.paid === true },
    { name: 'empty', when: ({ table, me }) => table.lifebuoys[me!] === 0 },
    { name: 'out', when: ({ events }) => events.some(({ event }) => event === 'seat_eliminated') },
    { name: 'took', when: (play) => !!yours(play)?.took, values: ({ table, me }) => ({ level: table.levels[me!] }) },
    { name: 'dry', when: (play) => yours(play)?.took === null },
    { name: 'last', when: ({ table }) => table.trick >= table.tricks - 1 },
  ],
};
