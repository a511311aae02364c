/** What a screen reader is told besides what it sees: "Anna played the 8 of blue water." */
let said = $state.raw<{ text: string; number: number }>({ text: '', number: 0 });
let count = 0;

export function say(text: string): void {
  said = { text, number: ++count };
}

export function lastSaid(): { text: string; number: number } {
  return said;
}
