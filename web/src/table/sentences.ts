/** Sentences that the server names: a key of the game's locale, or else of the page's, with its values. */
import { hasText, t, type Key, type Params } from '../lib/i18n.svelte';

interface Told {
  key: string;
  values: Record<string, number | string>;
}

const isThere = (key: string) => hasText(key) || hasText(`${key}_other`);

export function sentence(game: string, { key, values }: Told, more: Params = {}): string {
  const params: Params = { ...more };
  for (const [name, value] of Object.entries(values)) {
    const named = `${game}:${value}`;
    params[name] = typeof value === 'string' && value.includes('.') && hasText(named) ? t(named) : value;
  }
  const own = `${game}:${key}`;
  return t((isThere(own) ? own : key) as Key, params);
}
