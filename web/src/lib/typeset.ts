/** Replaces plain spaces and straight apostrophes by typographic ones; `typeset` in src/seaboard/locales does the same. */
export function typeset(language: string, texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, set(language, text)]));
}

function set(language: string, text: string): string {
  const curled = text.replace(/(\p{L})'(?=\p{L})/gu, '$1’');
  if (language !== 'fr') return curled;
  // No line begins with a sign that French sets apart from its word.
  return curled
    .replace(/« | (?=[:%»](?![\p{L}\d]))/gu, (found) => found.replace(' ', '\u00a0'))
    .replace(/ (?=[;!?](?![\p{L}\d]))/gu, '\u202f');
}
