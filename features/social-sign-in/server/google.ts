import * as oidc from 'openid-client';
import { z } from 'zod';
import { id as providerId } from '#contract/fields.ts';
import { HOUR_MS, keepFor, MINUTE_MS } from '#server/time.ts';
import {
  accountKey,
  asksForProof,
  failSocial,
  type ProviderFetch,
  type ProviderPerson,
  type SocialFlow,
  type SocialProvider,
} from './provider.ts';
import { GOOGLE, type OAuthClient } from './settings.ts';

const KEPT_MS = HOUR_MS;

/** The milliseconds by which our clock and the issuer's clock may differ. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

const personClaims = z.object({
  sub: providerId.max(255),
  email: z.string().optional(),
  // A text is accepted too, because some issuers send `email_verified` as a string.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
});

/** The sign-in with Google, or with another OpenID Connect issuer (`GOOGLE_ISSUER`). */
export function createGoogle(
  { id, secret }: OAuthClient,
  issuer: string,
  fetchProvider: ProviderFetch,
): SocialProvider {
  // Issuers are compared as URLs, because some have a slash at the end.
  const isGoogle = new URL(issuer).href === `${GOOGLE}/`;
  /**
   * Metadata is fetched at the first sign-in, because the provider may be down at start-up. It is fetched again after a failure
   * or an hour.
   */
  const configuration = keepFor(KEPT_MS, async () => {
    const config = await oidc.discovery(new URL(issuer), id, undefined, oidc.ClientSecretPost(secret), {
      [oidc.customFetch]: fetchProvider as oidc.CustomFetch,
      execute: [
        // With this option the library also checks the signature of the ID token.
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    });
    requireEndpoints(config.serverMetadata(), new URL(issuer).protocol);
    return config;
  });

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, verifier, purpose }) =>
      oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(asksForProof(purpose) ? freshness(isGoogle) : {}),
      }),

    identify: async (answer, flow) => {
      const config = await configuration();
      const tokens = await oidc.authorizationCodeGrant(config, answer, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() ?? failSocial('invalid-provider-answer', 'no-id-token');
      const isFresh = isFreshLogin(claims.auth_time, flow);
      if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
        return { ...personFrom(claims, claims.iss), isFresh };
      // The address is read from the userinfo endpoint, because many issuers give it only there.
      const info = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
      return { ...personFrom(info, claims.iss), isFresh };
    },
  };
}

function requireEndpoints(
  { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri }: oidc.ServerMetadata,
  protocol: string,
): void {
  const given = [authorization_endpoint, token_endpoint, jwks_uri];
  if (userinfo_endpoint !== undefined) given.push(userinfo_endpoint);
  if (given.some((url) => URL.parse(url ?? '')?.protocol !== protocol))
    failSocial('provider-unavailable', 'endpoints');
}

/** The parameters that request a fresh sign-in. Google does not support the prompt `login`. */
function freshness(isGoogle: boolean): Record<string, string> {
  return {
    prompt: isGoogle ? 'select_account' : 'login',
    max_age: '0',
    claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
  };
}

/**
 * The time in the ID token decides, because the browser can change the request. The option `maxAge` of `openid-client` is not
 * used: it compares this time with now, and would refuse people who choose the account long after they typed the password.
 */
function isFreshLogin(authTime: number | undefined, { startedAt }: SocialFlow): boolean {
  return authTime !== undefined && authTime * 1_000 >= startedAt - CLOCK_TOLERANCE_MS;
}

function personFrom(claims: unknown, issuer: string): Omit<ProviderPerson, 'isFresh'> {
  const read = personClaims.safeParse(claims);
  if (!read.success) failSocial('invalid-provider-answer', 'claims');
  const { sub, email, email_verified, name } = read.data;
  return {
    accountId: accountKey(issuer, GOOGLE, sub),
    email,
    isEmailVerified: email_verified === true || email_verified === 'true',
    name: name ?? '',
  };
}
