/**
 * This browser's part in shuffles: the random bytes that it adds, and the commitments it got before it revealed them.
 * No later answer of the server can change that unnoticed.
 */
import type { Coming, Share, ShuffleRequest } from '../generated/protocol';

export interface Kept {
  match: string;
  /** What the server published of its part, as it was first heard. */
  commitment?: string;
  /** Thirty-two random bytes, in hexadecimal digits. */
  bytes?: string;
  /** They were sent to the server. */
  revealed?: boolean;
  /** What all browsers had announced by then: none could be chosen afterwards. */
  announced?: string;
}

const STORE = 'seaboard.shuffles';
const MOST = 50;
let unstored: Kept[] = [];

function all(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(found) && found.length ? (found as Kept[]) : unstored;
  } catch {
    return unstored;
  }
}

function keep(match: string, more: Partial<Kept>): Kept {
  const one = { ...kept(match), ...more, match };
  unstored = [...all().filter((other) => other.match !== match), one].slice(-MOST);
  try {
    localStorage.setItem(STORE, JSON.stringify(unstored));
  } catch {
    // Private windows may refuse; it is known as long as the page is open.
  }
  return one;
}

export const kept = (match: string): Kept | undefined => all().find((one) => one.match === match);

/** Called while a match lasts; what was heard first counts. */
export function keepCommitment(match: string, commitment: string): void {
  if (!kept(match)?.commitment) keep(match, { commitment });
}

/** The bytes that this browser adds to a shuffle; the same ones however often it is asked. */
export function ownBytes({ match, commitment }: Pick<Coming, 'match' | 'commitment'>): string {
  const known = kept(match)?.bytes;
  if (known) return known;
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  keep(match, { commitment, bytes });
  return bytes;
}

/** Everyone's commitments, in one line. */
export const announcedBy = (shares: Share[]): string => shares.map(({ seat, commitment }) => `${seat}=${commitment}`).join(' ');

/** The bytes are about to be revealed: remember what everybody had announced before. */
export function keepAnnounced({ match, shares }: Coming): void {
  if (!kept(match)?.revealed) keep(match, { revealed: true, announced: announcedBy(shares) });
}

/** For a table that is made and started in one go, with nobody else to wait for. */
export function ownPart(sealed: Coming): ShuffleRequest {
  const { match, commitment } = sealed;
  const bytes = ownBytes(sealed);
  keep(match, { revealed: true });
  return { match, commitment, bytes };
}
