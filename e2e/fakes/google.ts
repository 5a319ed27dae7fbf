import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration, Provider } from 'oidc-provider';
import { accountPage, problemPage } from './account-page.ts';
import { createGoogleFaults, GOOGLE_FAULTS, type GoogleFaults } from './google-faults.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { FIELDS, type Person, personFrom } from './person.ts';
import { readForm, type SiteCredentials, type StandIn, send, startStandIn } from './stand-in-server.ts';

// The package warns about every Node version that is not marked as LTS (yet).
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
      // Without a session the stand-in asks at every visit who signs in, so that a developer can play several people.
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
