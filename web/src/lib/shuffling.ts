/** Taking part in a table's shuffles: announce bytes of one's own before the cards are dealt, reveal them when they are. */
import { commitmentToBytes } from './fair';
import type { Live } from './live.svelte';
import { keepAnnounced, kept, ownBytes } from './shuffles';

/** The matches that this page has announced bytes for: on another device of the same person the last one counts. */
const announced = new Set<string>();

/** Announce this browser's bytes for the table's next match. */
export async function announce(live: Live): Promise<void> {
  const coming = live.table?.coming;
  if (!coming || coming.dealing || live.table?.you?.seat == null || announced.has(coming.match)) return;
  announced.add(coming.match);
  await live.commit(coming.match, commitmentToBytes(coming.match, ownBytes(coming)));
}

/** Whatever this browser has to do now. */
export function takePart(live: Live): void {
  const { coming, stage, you } = live.table ?? {};
  if (!coming || you?.seat == null) return;
  if (!coming.dealing) {
    if (stage === 'open') void announce(live);
    return;
  }
  const bytes = kept(coming.match)?.bytes;
  const own = coming.shares.find(({ seat }) => seat === you.seat);
  if (!bytes || own?.commitment !== commitmentToBytes(coming.match, bytes)) return;
  keepAnnounced(coming);
  void live.reveal(coming.match, bytes);
}
