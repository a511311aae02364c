/** Passkeys: between the JSON of the server and what browsers take and give. */

/** Why there are no passkeys here, or '' if there are. A page that is opened by an address in numbers can't have any. */
export function whyNoPasskeys(): '' | 'address' | 'browser' {
  const { hostname } = location;
  if (!window.isSecureContext || /^[\d.]+$|:/.test(hostname)) return 'address';
  return typeof PublicKeyCredential === 'undefined' ? 'browser' : '';
}

/** The user closed the browser's dialog, or there was nothing to choose from. */
export class NoPasskey extends Error {}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type Json = Record<string, unknown>;
interface Descriptor {
  id: string;
  type: 'public-key';
}

const descriptors = (list: unknown) => ((list ?? []) as Descriptor[]).map(({ id, type }) => ({ id: toBytes(id), type }));

export async function makePasskey(options: Json): Promise<Json> {
  const user = options.user as { id: string; name: string; displayName: string };
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: toBytes(String(options.challenge)),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: descriptors(options.excludeCredentials),
      },
    }),
  );
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return told(made, { clientDataJSON, attestationObject });
}

export async function signWithPasskey(options: Json): Promise<Json> {
  const signed = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: toBytes(String(options.challenge)),
        allowCredentials: descriptors(options.allowCredentials),
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature } = signed.response as AuthenticatorAssertionResponse;
  return told(signed, { clientDataJSON, authenticatorData, signature });
}

async function ask(what: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const given = await what().catch((error: unknown) => {
    throw new NoPasskey(String(error));
  });
  if (!given) throw new NoPasskey();
  return given as PublicKeyCredential;
}

function told({ id, rawId, type }: PublicKeyCredential, response: Record<string, ArrayBuffer>): Json {
  const parts = Object.entries(response).map(([name, bytes]) => [name, toText(bytes)]);
  return { id, rawId: toText(rawId), type, response: Object.fromEntries(parts) as Json };
}
