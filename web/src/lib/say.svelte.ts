/** What a screen reader is told besides what it sees: "Anna played the 8 of blue water." */
let said = $state.raw<{ text: string; number: number }>({ text: '', number: 0 });
let count = 0;

/** Milliseconds in which what is said is gathered: a region that changes twice at once is read only as it stands then. */
const GATHERED = 80;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  if (waiting.at(-1) !== text) waiting.push(text);
  timer ??= setTimeout(() => {
    said = { text: waiting.join(' '), number: ++count };
    waiting = [];
    timer = undefined;
  }, GATHERED);
}

export function lastSaid(): { text: string; number: number } {
  return said;
}
