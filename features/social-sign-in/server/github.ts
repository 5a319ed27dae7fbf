import * as oidc from 'openid-client';
import { z } from 'zod';
import { fittingName } from '#contract/display-name.ts';
import { parsedJson } from '#server/http/body.ts';
import {
  accountKey,
  asksForProof,
  failSocial,
  type ProviderFetch,
  type ProviderPerson,
  type SocialProvider,
} from './provider.ts';
import type { OAuthClient } from './settings.ts';

const user = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export function createGithub(
  { id, secret }: OAuthClient,
  { url, apiUrl }: { readonly url: string; readonly apiUrl: string },
  fetchProvider: ProviderFetch,
): SocialProvider {
  const tokenEndpoint = `${url}/login/oauth/access_token`;
  const config = new oidc.Configuration(
    {
      // The issuer that GitHub names in `iss` (RFC 9207) since April 2026. Older Enterprise hosts do not send `iss`.
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: tokenEndpoint,
    },
    id,
    undefined,
    oidc.ClientSecretPost(secret),
  );
  config[oidc.customFetch] = (async (address, init) => {
    const response = await fetchProvider(address, init as RequestInit);
    return address === tokenEndpoint ? withHonestStatus(response) : response;
  }) satisfies oidc.CustomFetch;
  if (url.startsWith('http:')) oidc.allowInsecureRequests(config);

  const read = async <S extends z.ZodType>(path: string, token: string, schema: S): Promise<z.infer<S>> => {
    const response = await fetchProvider(`${apiUrl}${path}`, {
      redirect: 'error',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'social-sign-in',
        'x-github-api-version': '2022-11-28',
      },
    });
    if (response.status !== 200) failSocial('invalid-provider-answer', `api-status-${response.status}`);
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    return parsed.success ? parsed.data : failSocial('invalid-provider-answer', 'api-body');
  };

  return {
    authorizationUrl: async ({ redirectUri, state, verifier, purpose }) =>
      oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        ...(asksForProof(purpose) ? { prompt: 'select_account' } : {}),
      }),

    identify: async (answer, { state, verifier }): Promise<ProviderPerson> => {
      const { access_token: token } = await oidc.authorizationCodeGrant(config, answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const known = await read('/user', token, user);
      const primary = (await read('/user/emails?per_page=100', token, emails)).find((entry) => entry.primary);
      return {
        accountId: accountKey(new URL(url).host, 'github.com', String(known.id)),
        email: primary?.email,
        isEmailVerified: primary?.verified === true,
        name: fittingName(known.name ?? '') || known.login,
        // A sign-in with GitHub never counts as fresh: GitHub cannot be made to ask for the password again, and does not report
        // when it was typed.
        isFresh: false,
      };
    },
  };
}

/** When GitHub refuses, its answer has status 200 and an `error` in the body. This function changes the status to 400. */
async function withHonestStatus(response: Response): Promise<Response> {
  const text = await response.text();
  const status = response.status === 200 && isRefusal(text) ? 400 : response.status;
  return new Response(text, { status, headers: response.headers });
}

function isRefusal(text: string): boolean {
  const body = parsedJson(text);
  return typeof body === 'object' && body !== null && 'error' in body;
}
