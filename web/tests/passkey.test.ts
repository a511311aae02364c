import { describe, expect, it } from 'vitest';
import { toBytes, toText } from '../src/devices/passkey';

describe('what goes between the server and an authenticator', () => {
  it('is the same after going there and back', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 97 + length * 31) % 256);
      expect([...toBytes(toText(bytes.buffer))]).toEqual([...bytes]);
    }
  });

  it('is written as WebAuthn writes it: base64url without padding', () => {
    expect(toText(Uint8Array.from([251, 255, 254, 0]).buffer)).toBe('-__-AA');
    expect([...toBytes('-__-AA')]).toEqual([251, 255, 254, 0]);
  });
});
