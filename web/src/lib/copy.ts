/** Put a text on the clipboard, also where the page isn't allowed to by itself; `field` holds the same text. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.select();
    document.execCommand('copy');
  }
}
