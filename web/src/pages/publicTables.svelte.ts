/** The public tables, live while the harbour is open: some to join, some to watch. */
import type { PublicTable, Tables } from '../generated/protocol';
import { mine } from '../lib/mine.svelte';
import { Stream } from '../lib/stream.svelte';

const stream = new Stream<Tables>('/api/harbour');

const isYours = ({ id }: PublicTable) => mine.tables.some((table) => table.id === id);
/** Nobody is sent to somebody whom they have blocked. */
const isBlocked = ({ maker, chairs }: PublicTable) =>
  mine.blocked.includes(maker.id) || chairs.some(({ id }) => id !== null && mine.blocked.includes(id));
const isListed = (table: PublicTable) => !isYours(table) && !isBlocked(table);

/** Others' tables with a free seat. */
export function tablesToJoin(): PublicTable[] {
  const open = (stream.value?.tables ?? []).filter(({ stage, chairs }) => stage === 'open' && chairs.some(({ kind }) => kind === 'empty'));
  return open.filter(isListed);
}

/** Others' matches, of one game or of all. */
export function matchesToWatch(game?: string): PublicTable[] {
  const playing = (stream.value?.tables ?? []).filter((table) => table.stage === 'playing' && (!game || table.game === game));
  return playing.filter(isListed);
}

/** Follow the list while somebody looks at it; for an effect. */
export function followTables(): () => void {
  const look = () => document.hidden || stream.ask();
  stream.ask();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stream.close();
  };
}
