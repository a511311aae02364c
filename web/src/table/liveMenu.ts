import { t } from '../lib/i18n.svelte';
import type { Live } from '../lib/live.svelte';
import type { MenuItem } from './Menu.svelte';
import type { LiveSession } from './session.svelte';

interface Company {
  /** All others are bots. */
  alone: boolean;
  hasCompany: boolean;
  /** This device gets notifications of turns at this table. */
  isTold: boolean;
}

/** What the menu of a live table offers just now. */
export function liveMenu(live: Live, session: LiveSession, { alone, hasCompany, isTold }: Company): MenuItem[] {
  const table = live.table!;
  const seated = table.you?.seat != null;
  const playing = table.stage === 'playing';
  const offered: [boolean, MenuItem][] = [
    [true, { id: 'rules', label: t('menu.rules'), why: t('menu.rules_why'), icon: 'learn' }],
    [
      alone && playing,
      {
        id: 'hints',
        label: t(table.hints ? 'hint.menu_off' : 'hint.menu_on'),
        why: table.hints ? undefined : t('hint.menu_why'),
        icon: 'hint',
      },
    ],
    [live.match?.take_back ?? false, { id: 'take_back', label: t('menu.take_back'), icon: 'undo' }],
    [playing && !table.deal, { id: 'invite', label: t('menu.invite'), icon: 'invite' }],
    [seated, { id: 'device', label: t('menu.device'), icon: 'qr' }],
    [session.parts.table.deck !== undefined, { id: 'deck', label: t('deck.title'), why: t('deck.why'), icon: 'cards' }],
    [true, { id: 'keys', label: t('keys.title'), icon: 'keys' }],
    [seated && hasCompany, { id: 'notify', label: t(isTold ? 'menu.notify_off' : 'menu.notify_on'), icon: isTold ? 'bell_off' : 'bell' }],
    [seated && playing, { id: 'stand', label: t('menu.stand'), why: t('menu.stand_why'), icon: 'stand' }],
    [seated && playing, { id: 'resign', label: t('menu.resign'), why: t('menu.resign_why'), icon: 'flag' }],
    [(table.you?.maker ?? false) && !table.deal, { id: 'chat', label: t(table.chat ? 'menu.chat_off' : 'menu.chat_on'), icon: 'chat' }],
  ];
  return offered.filter(([is]) => is).map(([, item]) => item);
}
