import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type {
  Adapter,
  AdapterFactory,
  AdapterPayload,
  Configuration,
  KoaContextWithOIDC,
  Provider,
  UnknownObject,
} from 'oidc-provider';
import { accountPage, FIELDS, type Person, personFrom, problemPage } from './account-page.ts';
import { readForm, type SiteCredentials, type StandIn, send, startStandIn } from './stand-in-server.ts';

// Marks this version of Node as LTS, because `oidc-provider` warns about every other version.
process.release.lts ??= 'Krypton';
const oidc = await import('oidc-provider');

/** The default client credentials with which the site is registered at the stand-in for Google. */
export const GOOGLE_CLIENT: SiteCredentials = { id: 'stand-in-google', secret: 'stand-in-google-secret' };

/** The callback path that a site's owner registers at Google. */
const CALLBACK_PATH = '/api/account/social/google/callback';
const HOUR = 60 * 60;

type World = { readonly people: Map<string, Person>; readonly faults: GoogleFaults };

/** A stand-in for Google: a certified OpenID Connect server that accepts any identity. `url` is the issuer. */
export function startGoogleStandIn({ port = 0, client = GOOGLE_CLIENT } = {}): Promise<StandIn> {
  return startStandIn(port, async (issuer) => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const people = new Map<string, Person>();
    const world: World = { people, faults: createGoogleFaults(privateKey) };
    const provider = new oidc.Provider(issuer, configuration(await exportJWK(privateKey), client, people));
    acceptAnySite(provider);
    provider.use(world.faults.middleware);
    const handle = provider.callback();
    return async (request, response) => {
      if (request.url?.startsWith('/interaction/') === true)
        return interact(provider, world, request, response);
      // Without a session, the stand-in asks at each visit who signs in. So a developer can sign in as several people.
      forgetSession(request);
      await handle(request, response);
    };
  });
}

function configuration(
  key: object,
  client: SiteCredentials,
  people: ReadonlyMap<string, Person>,
): Configuration {
  const policy = oidc.interactionPolicy.base();
  policy.add(new oidc.interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  return {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`http://localhost${CALLBACK_PATH}`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig', kid: 'stand-in' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google sends these claims in the ID token, not only from its userinfo endpoint.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      ...{ AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR },
      ...{ IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...claimsOf(person) }) };
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = problemPage('Google', `${error}: ${error_description ?? ''}`);
    },
  };
}

function claimsOf({ email, isVerified, name }: Person) {
  return {
    ...(email === '' ? {} : { email, email_verified: isVerified }),
    ...(name === '' ? {} : { name }),
  };
}

/** Accepts any host in the redirect URI, because each test run has another port. The path must match. */
function acceptAnySite(provider: Provider): void {
  provider.Client.prototype.redirectUriAllowed = (uri: string) => URL.parse(uri)?.pathname === CALLBACK_PATH;
}

function forgetSession(request: IncomingMessage): void {
  request.headers.cookie = (request.headers.cookie ?? '')
    .split('; ')
    .filter((cookie) => !/^_session(\.\w+)*=/.test(cookie))
    .join('; ');
}

async function interact(
  provider: Provider,
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { uid, params } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      const askedBy = new URL(String(params.redirect_uri)).host;
      const looks = { provider: 'Google', agree: 'Continue', faults: GOOGLE_FAULTS } as const;
      return send(response, accountPage({ action: `/interaction/${uid}`, askedBy, ...looks }));
    }
    const form = await readForm(request);
    if (form.get(FIELDS.answer) !== 'continue')
      return await provider.interactionFinished(request, response, { error: 'access_denied' });
    const person = personFrom(form);
    world.people.set(person.id, person);
    world.faults.choose(form.get(FIELDS.fault) ?? '', params);
    const grant = new provider.Grant({ accountId: person.id, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, {
      login: { accountId: person.id },
      select_account: {},
      consent: { grantId: await grant.save() },
    });
  } catch (error) {
    if (!(error instanceof oidc.errors.SessionNotFound)) throw error;
    const problem = 'This page has expired. Please start again from the site.';
    send(response, problemPage('Google', problem), 400);
  }
}

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

/** The memory storage of `oidc-provider`. The package's own storage warns at each start that it is only for development. */
export function createMemoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (kind): Adapter => ({
    upsert: async (id, payload) => void stored.set(`${kind}:${id}`, payload),
    find: async (id) => stored.get(`${kind}:${id}`),
    findByUid: async (uid) =>
      [...stored].find(([key, payload]) => key.startsWith(`${kind}:`) && payload.uid === uid)?.[1],
    // Always undefined, because only devices without a browser use user codes to sign in.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = stored.get(`${kind}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void stored.delete(`${kind}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}
