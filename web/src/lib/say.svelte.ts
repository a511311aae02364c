/** What a screen reader reads out besides the page: "Anna played the 8 of blue water." */
export interface Said {
  text: string;
  number: number;
}

/** More than are ever said at once: a sentence must not be gone before it was read. */
const KEPT = 30;

let all = $state.raw<Said[]>([]);
let count = 0;

export function say(text: string): void {
  all = [...all, { text, number: ++count }].slice(-KEPT);
}

/** The last sentences, oldest first. */
export function lastSaid(): Said[] {
  return all;
}
