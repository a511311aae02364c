/** Where the page is: "#/learn/sea-change" is ['learn', 'sea-change']. */
function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

// An invitation's address, "/t/<id>", is a table's; a challenge's, "/d/<id>", is a deal's.
const invited = /^\/([td])\/([\w-]+)\/?$/.exec(location.pathname);
if (invited) history.replaceState(null, '', `/#/${invited[1] === 't' ? 'table' : 'deal'}/${invited[2]}`);

// The secret of a link from another device, or for moderators, comes after the "#", which no server sees; it leaves the address bar at once.
const brings = /^\/(continue|host)\/?$/.exec(location.pathname);
let secret = brings ? location.hash.slice(1) : '';
if (brings) history.replaceState(null, '', `/#/${brings[1]}`);

let path = $state(read());
addEventListener('hashchange', () => {
  clearTimeout(noting);
  noting = undefined;
  path = read();
});

export function route(): string[] {
  return path;
}

export function href(...parts: string[]): string {
  return '#/' + parts.map(encodeURIComponent).join('/');
}

/** The secret of such a link, readable once. */
export function brought(): string {
  const told = secret;
  secret = '';
  return told;
}

let noting: ReturnType<typeof setTimeout> | undefined;
let noted = '';

/** Say where we are without going there: a step in a replay. Browsers refuse hundreds of such calls in a row, so the last one counts. */
export function note(...parts: string[]): void {
  noted = href(...parts);
  const here = location.hash;
  noting ??= setTimeout(() => {
    noting = undefined;
    if (location.hash === here) history.replaceState(null, '', noted); // not if the user is navigating elsewhere
  }, 100);
}

export function go(...parts: string[]): void {
  location.hash = href(...parts);
}
