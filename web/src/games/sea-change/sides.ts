/** Who counts together: a team, a single player, the AI. Teams have a colour and a sign. */
import { t } from '../../lib/i18n.svelte';
import type { IconName } from '../../lib/icons';
import type { Play, Seat } from '../../table/contract';
import type { Event as SeaEvent, Table as SeaTable } from '../../generated/sea-change';

export type SeaPlay = Play<SeaTable, SeaEvent>;

export interface Team {
  icon: IconName;
  colour: string;
  name: string;
}

const SIGNS = [
  { icon: 'anchor', colour: 'var(--team-0)' },
  { icon: 'fish', colour: 'var(--team-1)' },
  { icon: 'shell', colour: 'var(--team-2)' },
  { icon: 'bell', colour: 'var(--team-3)' },
] as const;

export function membersOf(play: SeaPlay, side: number): Seat[] {
  return play.seats.filter(({ seat }) => play.table.sides[seat] === side);
}

/** Played in teams: some side has more than one member. */
export function inTeams(play: SeaPlay): boolean {
  return play.table.vps.length < play.seats.length;
}

export function teamOf(play: SeaPlay, side: number): Team | undefined {
  if (!inTeams(play)) return undefined;
  return { ...SIGNS[side % SIGNS.length], name: t(`sea-change:team.${side as 0}`) };
}

export function isMine(play: SeaPlay, side: number): boolean {
  return play.seats.some(({ seat, you }) => you && play.table.sides[seat] === side);
}

/** "Anna", "You", or a team's name. */
export function sideName(play: SeaPlay, side: number): string {
  const team = teamOf(play, side);
  if (team) return team.name;
  const [member] = membersOf(play, side);
  return member.you ? t('seat.you') : member.name;
}
