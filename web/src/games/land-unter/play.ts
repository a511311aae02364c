import type { Event, Table } from '../../generated/land-unter';
import type { Play } from '../../table/contract';

export type LandEvent = Event;

/** The table, and what is only shown while a trick is being settled. */
export interface LandTable extends Omit<Table, 'water'> {
  /** The two turned up, the lower first; null where one has just been taken. */
  water: (string | null)[];
  /** The water each seat took. */
  takes?: (string | null)[];
  /** Lost a lifebuoy. */
  paid?: boolean[];
  /** While the hands are passed on: who held which. */
  passed?: number[];
}

export type LandPlay = Play<LandTable, LandEvent>;
