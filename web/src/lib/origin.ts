/** Where other devices find the server: this page's own address, unless that means "this machine" to everyone. */
import { reach } from './api';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
export const isLocal = LOCAL.includes(location.hostname);

export async function sharedOrigin(): Promise<string> {
  if (!isLocal) return location.origin;
  const [first] = await reach().catch((): string[] => []);
  return first ?? location.origin;
}
