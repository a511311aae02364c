import { MediaQuery } from 'svelte/reactivity';

/** The player's preferences, kept in this browser. If storage is unavailable or full, they last as long as the page. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const themes = ['auto', 'night', 'day'] as const;
export type Theme = (typeof themes)[number];
export const speeds = ['slow', 'normal', 'fast', 'instant'] as const;
export type Speed = (typeof speeds)[number];

const daylight = new MediaQuery('(prefers-color-scheme: light)');
const STORE = 'seaboard.settings';

function fromBrowser(): Language {
  for (const wish of navigator.languages ?? [navigator.language]) {
    const known = languages.find((language) => wish.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

function isPhone(): boolean {
  return matchMedia('(pointer: coarse) and (max-width: 700px)').matches;
}

const wishes = {
  language: fromBrowser(),
  theme: 'auto' as Theme,
  sound: !isPhone(),
  speed: 'normal' as Speed,
  confirm: true,
  /** Where nothing but passing is possible, it is done by itself. */
  forced: true,
  /** How often the user has tapped a lifted card again to play it: soon they need no hint. */
  taps: 0,
  /** Single letters are keys: l for the log. When off, keys only work on the focused element. */
  shortcuts: true,
  /** Show a browser notification when it is your turn and the page is not in view. */
  notify: false,
  name: '',
  /** People whose chat is not shown. */
  muted: [] as string[],
};

const choices: Record<string, readonly unknown[]> = { language: languages, theme: themes, speed: speeds };

function remembered(): Partial<typeof wishes> {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Record<string, unknown>;
    const sound = Object.entries(kept).filter(
      ([key, value]) => typeof value === typeof wishes[key as keyof typeof wishes] && (choices[key]?.includes(value) ?? true),
    );
    return Object.fromEntries(sound);
  } catch {
    return {};
  }
}

export const settings = $state({ ...wishes, ...remembered() });

/** Keeps the stored settings, and the document, in sync with the choices. Call once, when the page starts. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const kept = JSON.stringify(settings);
      try {
        localStorage.setItem(STORE, kept);
      } catch {
        // Private windows may refuse; the choice still applies to this visit.
      }
    });
    $effect(() => {
      const { theme } = settings;
      document.documentElement.dataset.theme = theme === 'auto' ? (daylight.current ? 'day' : 'night') : theme;
    });
  });
}
