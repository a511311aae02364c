/** Where the page is: "#/learn/sea-change" is ['learn', 'sea-change']. */
function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

let path = $state(read());
addEventListener('hashchange', () => (path = read()));

export function route(): string[] {
  return path;
}

export function href(...parts: string[]): string {
  return '#/' + parts.map(encodeURIComponent).join('/');
}

export function go(...parts: string[]): void {
  location.hash = href(...parts);
}
