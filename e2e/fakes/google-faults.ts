import { type CryptoKey, decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { KoaContextWithOIDC, UnknownObject } from 'oidc-provider';

/** The faults that can be chosen for one visit, each with its label on the form. */
export const GOOGLE_FAULTS = {
  'wrong-state': 'Comes back with another state',
  'another-issuer': 'Comes back in the name of another issuer (mix-up)',
  'server-error': 'Comes back with an error of its own',
  'no-code': 'Comes back without a code',
  'token-down': 'Token endpoint answers 503',
  'token-nonsense': 'Token endpoint answers with something else',
  'wrong-nonce': 'ID token: wrong nonce',
  'wrong-audience': 'ID token: for another site',
  'wrong-issuer': 'ID token: by another issuer',
  'wrong-signature': 'ID token: signed with another key',
  expired: 'ID token: expired',
  'old-login': 'ID token: signed in years ago',
  'claims-at-userinfo': 'Address and name only from the userinfo endpoint',
  'userinfo-down': 'Userinfo endpoint answers 503',
} as const;

type GoogleFault = keyof typeof GOOGLE_FAULTS;

export type GoogleFaults = ReturnType<typeof createGoogleFaults>;

/** Replaces the provider's correct answers by wrong ones in the visits for which a fault was chosen. */
export function createGoogleFaults(key: CryptoKey) {
  // A redirect is matched to its visit by the state, an ID token by its nonce, a userinfo request by its access token.
  const byState = new Map<string, GoogleFault>();
  const byNonce = new Map<string, GoogleFault>();
  const userinfoDown = new Set<string>();

  return {
    /** Chooses the fault for the visit that has these request parameters. */
    choose: (fault: string, { state, nonce }: UnknownObject) => {
      if (!isGoogleFault(fault)) return;
      byState.set(String(state), fault);
      byNonce.set(String(nonce), fault);
    },
    middleware: async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
      if (userinfoDown.has(ctx.get('authorization'))) {
        ctx.status = 503;
        return;
      }
      await next();
      const back = URL.parse(ctx.response.get('location'));
      const wrong = byState.get(back?.searchParams.get('state') ?? '');
      if (back?.searchParams.has('code') && wrong !== undefined) {
        spoilReturn(back.searchParams, wrong);
        ctx.redirect(back.href);
      }
      if (ctx.path !== '/token' || ctx.status !== 200) return;
      const answer = ctx.body as { id_token: string; access_token: string };
      const claims = decodeJwt(answer.id_token);
      const fault = byNonce.get(String(claims.nonce));
      if (fault === undefined) return;
      if (fault === 'token-down') {
        ctx.status = 503;
        ctx.body = 'down';
      } else if (fault === 'token-nonsense') {
        ctx.body = { hello: 'world' };
      } else {
        if (fault === 'userinfo-down') userinfoDown.add(`Bearer ${answer.access_token}`);
        ctx.body = { ...answer, id_token: await spoilIdToken(claims, fault, key) };
      }
    },
  };
}

function spoilReturn(params: URLSearchParams, fault: GoogleFault): void {
  if (fault === 'wrong-state') params.set('state', `${params.get('state')}-made-up`);
  if (fault === 'another-issuer') params.set('iss', 'https://issuer.example.net');
  if (fault === 'no-code') params.delete('code');
  if (fault === 'server-error') {
    params.delete('code');
    params.set('error', 'server_error');
  }
}

async function spoilIdToken(claims: JWTPayload, fault: GoogleFault, key: CryptoKey): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const { email, email_verified, name, ...withoutPerson } = claims;
  const spoiled: Partial<Record<GoogleFault, JWTPayload>> = {
    'wrong-nonce': { ...claims, nonce: 'made-up' },
    'wrong-audience': { ...claims, aud: 'another-site' },
    'wrong-issuer': { ...claims, iss: 'https://issuer.example.net' },
    expired: { ...claims, iat: now - 7_200, exp: now - 3_600 },
    'old-login': { ...claims, auth_time: 1 },
    'claims-at-userinfo': withoutPerson,
    'userinfo-down': withoutPerson,
  };
  const signer =
    fault === 'wrong-signature' ? (await generateKeyPair('RS256', { extractable: true })).privateKey : key;
  return new SignJWT(spoiled[fault] ?? claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', typ: 'JWT' })
    .sign(signer);
}

function isGoogleFault(value: string): value is GoogleFault {
  return Object.hasOwn(GOOGLE_FAULTS, value);
}
