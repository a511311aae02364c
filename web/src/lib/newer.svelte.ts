/**
 * A server that speaks a newer protocol than this page: it still understands this page, for one version, but the page should reload itself.
 *
 * That is done at a good moment: when the reader goes to another page anyway, or at a table while it waits for others.
 */
import VERSIONS from '../generated/versions.json';

export const PROTOCOL = VERSIONS.protocol;

const RELOADED = 'seaboard.reloaded';
/** Milliseconds in which a second reload would help as little as the first. */
const JUST_NOW = 30_000;

let isNewer = $state(false);

/** The server says which protocol it speaks; undefined where it is too old to say. */
export function hearProtocol(protocol: number | undefined): void {
  if (protocol !== undefined && protocol > PROTOCOL) isNewer = true;
}

/** Whether the server has a newer page than this one. */
export const isOutdated = (): boolean => isNewer;

/** Reload the page, but not again and again: during an upgrade, it may come from a server that still has the old page. */
export function reloadPage(reload = () => location.reload()): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < JUST_NOW) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    return false; // without a memory, it might go on for ever
  }
  reload();
  return true;
}
