import { BRAND } from '#content/brand.ts';

/** Who asks for a passkey: a passkey of this site works at its own origin, and nowhere else. */
export function relyingParty(origin: string) {
  return { name: BRAND.product, id: new URL(origin).hostname };
}

/** What every authenticator has: EdDSA, ES256 and RS256, by their COSE numbers. */
export const ALGORITHMS = [-8, -7, -257];

/** Loaded when somebody first uses a passkey: it takes longer to load than the site to start, and 30 MB. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** The account, as its passkeys know it: its random id. */
export function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
