import type { Event, Table } from '../../generated/sea-salt-and-paper';
import type { Play } from '../../table/contract';

export type PaperTable = Table;
export type PaperEvent = Event;
export type PaperPlay = Play<PaperTable, PaperEvent>;
