import type { CloudsTable, Side } from './types';

/** The fights of a boarding, each seat against its left neighbour; two have only one. */
export function pairs(seats: number): [number, number][] {
  return Array.from({ length: seats === 2 ? 1 : seats }, (_, seat) => [seat, (seat + 1) % seats]);
}

/** The side on which another seat sits; two have only a left. */
export function sideOf(seats: number, seat: number, other: number): Side {
  return seats === 2 || (seat + 1) % seats === other ? 'left' : 'right';
}

/** How many fights of a boarding have been shown. */
export function fought(table: CloudsTable): number {
  return table.boarding?.fought ?? pairs(table.boards.length).length;
}
