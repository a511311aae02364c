/** Whether this person, or everybody on their network, is banned from the server; then nothing else is shown. */
import type { Reason } from '../generated/protocol';

let standing = $state.raw<Reason | null>(null);

export function barred(): Reason | null {
  return standing;
}

/** Take note of a refusal, if it says so. */
export function noteBan(reason: Reason | undefined): void {
  if (reason?.key.startsWith('ban.')) standing = reason;
}
