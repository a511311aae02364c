/** The check of a shuffle: that the seed follows from what everybody had announced before anything was revealed. */
import type { Match } from '../generated/protocol';
import { sha256 } from './sha256';
import { announcedBy, type Kept } from './shuffles';

/** The fingerprint that the server publishes of its secret before anybody reveals their bytes. */
export const commitmentToSecret = (secret: string): string => sha256(`seaboard-secret:${secret}`);

/** The fingerprint that a browser announces of its bytes. */
export const commitmentToBytes = (match: string, bytes: string): string => sha256(`seaboard-bytes:${match}:${bytes}`);

/** The fingerprint of a seed that the server drew alone, as it once did, and of those that practice takes from another match. */
export const commitmentToSeed = (seed: string): string => sha256(`seaboard-seed:${seed}`);

export function seedOf(match: string, secret: string, shares: { seat: number; bytes: string | null }[]): string {
  const revealed = shares.filter(({ bytes }) => bytes).sort((a, b) => a.seat - b.seat);
  return sha256(`seaboard-deal:${match}:${secret}${revealed.map(({ seat, bytes }) => `:${seat}=${bytes}`).join('')}`).slice(0, 32);
}

export type Fairness =
  /** This browser's bytes are in it: nobody could choose the cards. */
  | 'together'
  /** It announced bytes that were not revealed in time. */
  | 'left_out'
  /** Other browsers' bytes are in it. */
  | 'others'
  /** Nobody's bytes are in it. */
  | 'alone'
  /** The seed has the fingerprint that this browser got during the match, or that the server sends now. */
  | 'kept'
  | 'fits'
  | 'broken';

export type Shuffled = Pick<Match, 'id' | 'commitment' | 'shares' | 'seed' | 'secret'>;

export function check({ id, commitment, shares, seed, secret }: Shuffled, known: Kept | undefined): Fairness {
  const isTold = known?.commitment === undefined || known.commitment === commitment;
  if (!seed || !isTold) return 'broken';
  if (!shares || !secret) {
    if (commitmentToSeed(seed) !== commitment) return 'broken';
    return known?.commitment ? 'kept' : 'fits';
  }
  const fits = shares.every((share) => share.bytes === null || commitmentToBytes(id, share.bytes) === share.commitment);
  const isAsAnnounced = known?.announced === undefined || known.announced === announcedBy(shares);
  if (!fits || !isAsAnnounced || commitmentToSecret(secret) !== commitment || seedOf(id, secret, shares) !== seed) return 'broken';
  const own = known?.bytes && commitmentToBytes(id, known.bytes);
  const mine = own ? shares.find((share) => share.commitment === own) : undefined;
  if (mine) return mine.bytes ? 'together' : 'left_out';
  if (known?.revealed) return 'broken'; // its bytes were sent, and nothing says that they were left out
  return shares.some(({ bytes }) => bytes) ? 'others' : 'alone';
}
