/* The page that is shown without a connection: in the reader's language, and gone as soon as there is one. */
let wished = navigator.language;
try {
  wished = JSON.parse(localStorage.getItem('seaboard.settings')).language ?? wished;
} catch {
  // nothing was chosen yet
}
document.documentElement.lang = wished.toLowerCase().startsWith('fr') ? 'fr' : 'en';
addEventListener('online', () => location.reload());
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) location.reload();
});
