/** Requests to the server about deals that others play too. */
import type { ChallengeRequest, Daily, Deal, Deals, DuplicateRequest, Table } from '../generated/protocol';
import { beSomeone, call } from '../lib/api';

export const daily = (): Promise<Daily> => call('GET', '/daily');

export const findDeal = (id: string): Promise<Deal> => call('GET', `/deals/${encodeURIComponent(id)}`);

/** Your one try, or the table where it is. */
export async function playDeal(id: string): Promise<Table> {
  await beSomeone();
  return call('POST', `/deals/${encodeURIComponent(id)}/play`);
}

export async function challenge(wish: ChallengeRequest): Promise<Deal> {
  await beSomeone();
  return call('POST', '/deals', wish);
}

/** Two tables with the same cards; you sit at the first. */
export async function duplicate(wish: DuplicateRequest): Promise<Table> {
  await beSomeone();
  return call('POST', '/duplicates', wish);
}

/** Your place in the next duplicate of the same people. */
export const anotherDuplicate = (deal: string): Promise<Table> => call('POST', `/deals/${encodeURIComponent(deal)}/again`);

export const ownDeals = (): Promise<Deals> => call('GET', '/my/deals');
