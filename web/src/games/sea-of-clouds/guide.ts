import type { Guide } from '../../table/guide/guide';
import type { Play } from '../../table/contract';
import type { Event, Table } from '../../generated/sea-of-clouds';

type CloudsPlay = Play<Table, Event>;

const own = ({ table, me }: CloudsPlay) => table.boards[me!];
const nextBoarding = ({ table }: CloudsPlay) => table.boardings.find((round) => round >= table.round)!;

export const guide: Guide<Table, Event> = {
  seats: 2,
  options: {},
  words: [
    { name: 'welcome', when: () => true, values: ({ table }) => ({ rounds: table.rounds }) },
    { name: 'send', when: ({ table }) => table.phase === 'sending' },
    { name: 'look', when: ({ table }) => table.phase === 'looking' },
    { name: 'unseen', when: ({ table }) => table.leaving === 'card' },
    { name: 'lay', when: ({ table }) => table.phase === 'laying' },
    { name: 'boarded', when: ({ events }) => events.some(({ event }) => event === 'boarding_ended') },
    {
      name: 'soon',
      when: (play) => play.table.phase === 'looking' && play.table.round === nextBoarding(play),
      values: (play) => {
        const other = play.seats.find(({ you }) => !you)!;
        return { strength: own(play).strength, name: other.name, theirs: play.table.boards[other.seat].strength };
      },
    },
    {
      name: 'pirate',
      when: (play) => play.table.phase === 'looking' && own(play).pirates.length > 0,
      values: (play) => ({ round: nextBoarding(play), strength: own(play).strength }),
    },
    { name: 'relic', when: (play) => own(play).relics.length > 0 },
    { name: 'last', when: ({ table }) => table.round >= table.rounds - 1 },
  ],
};
