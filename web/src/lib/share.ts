/** Hand an address on: by the device's own sheet where there is one, else by the clipboard. */
import { t } from './i18n.svelte';
import { say } from './say.svelte';

export type Shared = 'shared' | 'copied' | 'failed';

/** The clipboard, also where the page is not served securely. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    // Inside an open sheet, else the focus could not go there.
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** Copy an address, and say so. */
export async function share(url: string): Promise<Shared> {
  if (!(await copy(url))) return 'failed';
  say(t('invite.copied'));
  return 'copied';
}

/** The same with a sentence, through the device's own sheet where there is one. */
export async function shareWith(text: string, url: string): Promise<Shared> {
  if ('share' in navigator) {
    try {
      await navigator.share({ text, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'failed';
    }
  }
  return (await copy(`${text} ${url}`)) ? (say(t('invite.copied')), 'copied') : 'failed';
}
