import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import { PAGES } from '#content/page-paths.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { shownNotice } from '#contract/fields.ts';
import { MESSAGES } from '#contract/messages.ts';
import { pathFor } from '#contract/paths.ts';
import {
  ACCOUNT_CLOSED,
  ACCOUNT_FROZEN,
  DECIDE_FIRST,
  LAST_WAY_IN,
  NOT_SIGNED_IN,
  PROOF_MISSING,
} from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { proveBy } from '#features/accounts/server/proof.ts';
import { signInsBy } from '#features/accounts/server/series.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import { createSession, createSignInAnswers } from '#features/accounts/server/sign-in-answers.ts';
import { provedAge } from '#features/accounts/server/sign-ups.ts';
import { unlinkBody } from '#features/social-sign-in/bodies.ts';
import {
  PROVIDERS,
  type Provider,
  SOCIAL_API,
  SOCIAL_PURPOSES,
  type SocialCallback,
  type SocialErrorCode,
} from '#features/social-sign-in/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { hostnameOf, networkOf } from '#server/http/client-address.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { createAllowedOrigins, isOwnNavigation } from '#server/http/origin.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { accepted, RefusalError } from '#server/http/refusal.ts';
import { isSameText } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import { providerEvidence } from './factor.ts';
import { createGithub } from './github.ts';
import { createGoogle } from './google.ts';
import {
  createProviderFetch,
  createState,
  explainFailure,
  FLOW_MS,
  failSocial,
  PROVIDER_TIMEOUT_MS,
  type ProviderPerson,
  press,
  pressOfState,
  readFlow,
  SocialFailure,
  type SocialFlow,
  signFlow,
} from './provider.ts';
import { joinAccount, linkProvider, unlinkProvider } from './provider-accounts.ts';

export const SOCIAL_LIMITS = rateLimits({
  /** This limit exists because each start and each callback causes a call to a provider. */
  socialPerIp: { points: 30, seconds: 60 },
});

/**
 * Finds the origin of a request; undefined if the host is no authorised domain. Reads `Host`, never `X-Forwarded-Host`.
 */
export function createRequestAddress({
  origin,
  authorizedDomains,
}: Pick<Settings, 'origin' | 'authorizedDomains'>): (host: string | undefined) => string | undefined {
  const site = new URL(origin);
  const isAllowedOrigin = createAllowedOrigins(origin, authorizedDomains);
  return (host = '') => {
    const hostname = hostnameOf(host);
    if (hostname === undefined || !authorizedDomains.includes(hostname)) return undefined;
    // Returns the configured origin for the site's own host: behind a TLS proxy, the request has another scheme and port.
    if (hostname === site.hostname) return origin;
    return [`${site.protocol}//${host}`, `https://${host}`, `https://${hostname}`].find(isAllowedOrigin);
  };
}

export const PROVIDER_SIGN_INS = signInsBy(...PROVIDERS);

const startQuery = press.extend({
  purpose: z.enum(SOCIAL_PURPOSES),
  remember: z.enum(['true', 'false']),
  notice: shownNotice,
});

type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly provider: Provider;
  /**
   * The sign-in attempt that the callback page reports to the opening page. Until the state has matched the cookie, only
   * failures are reported.
   */
  readonly told: { event: string; mode: SocialCallback['mode'] };
};

const LEADS_ON = { answers: { 303: 'text/plain' } } as const;

/** At the end of every sign-in, the browser is redirected to `PAGES.authCallback` (docs/product.md, "Social sign-in"). */
export function socialRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { settings, cookies, clock, keyring, origin } = deps;
  const route = declareRoutes(app, deps);
  const { proof } = createAccess(deps);
  const { browserOf, enter, askForCode } = createSignInAnswers(deps);
  const fetchProvider = createProviderFetch(PROVIDER_TIMEOUT_MS);
  const { google, googleIssuer, github, githubUrl, githubApiUrl } = settings;
  const providers = {
    google: google && createGoogle(google, googleIssuer, fetchProvider),
    github: github && createGithub(github, { url: githubUrl, apiUrl: githubApiUrl }, fetchProvider),
  };
  const requestAddress = createRequestAddress(settings);
  const tokenOf = ({ cookies: sent }: FastifyRequest) => sent[cookies.session];
  const takeTry = (request: FastifyRequest, step: 'start' | 'callback') =>
    deps.takeFromLimit(SOCIAL_LIMITS.socialPerIp, step, networkOf(request));

  const answer = async (visit: Visit, handle: (visit: Visit) => Promise<SocialCallback['outcome'] | URL>) => {
    const { request, reply, provider, told } = visit;
    const result = await handle(visit).catch((error: unknown) => {
      if (error instanceof RefusalError) deps.noteRefused?.(request, error);
      return outcomeOf(request, provider, error);
    });
    if (result instanceof URL) return reply.redirect(result.href, 303);
    if (result !== 'proved')
      deps.metrics.count(PROVIDER_SIGN_INS, { way: provider, outcome: countedAs(result) });
    const report: SocialCallback = { ...told, outcome: result, provider };
    return reply.redirect(`${PAGES.authCallback}?${new URLSearchParams(report)}`, 303);
  };

  const start = async ({ request, reply, provider, told }: Visit): Promise<URL> => {
    // Refuses a sign-in that a page of another site has started.
    if (!isOwnNavigation(request.headers)) failSocial('invalid-state', 'started-elsewhere');
    const query = startQuery.safeParse(request.query);
    if (!query.success) failSocial('invalid-state', 'query');
    const { event, purpose, mode, remember, notice } = query.data;
    Object.assign(told, { event, mode });
    await takeTry(request, 'start');
    const address = requestAddress(request.headers.host) ?? failSocial('unauthorized-domain');
    const social = providers[provider] ?? failSocial('operation-not-allowed', 'no-credentials');
    const session = purpose === 'sign-in' ? undefined : await findSession(deps, tokenOf(request));
    if (purpose !== 'sign-in' && session === undefined) failSocial('requires-recent-login');
    const flow: SocialFlow = {
      provider,
      event,
      purpose,
      mode,
      remember: remember === 'true',
      state: createState({ event, mode }, randomState()),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      redirectUri: `${address}${pathFor(SOCIAL_API.callback, provider)}`,
      notice,
      sessionId: session?.id,
      startedAt: clock().getTime(),
    };
    const url = await social.authorizationUrl(flow);
    reply.setCookie(cookies.social, signFlow(keyring, flow), { maxAge: FLOW_MS / 1_000 });
    return url;
  };

  const callback = async ({ request, reply, provider, told }: Visit) => {
    const { search, searchParams } = new URL(request.url, origin);
    const state = searchParams.get('state') ?? '';
    Object.assign(told, pressOfState(state));
    const flow = readFlow(keyring, request.cookies[cookies.social], clock());
    // The request may be forged or outdated, so the cookie of a running sign-in stays.
    if (flow === undefined) failSocial('invalid-state', 'no-flow');
    if (!isSameText(state, flow.state))
      // The cookie holds only the newest sign-in attempt, so this answer may belong to an older attempt.
      failSocial(
        ['', flow.event].includes(told.event) ? 'invalid-state' : 'cancelled-popup-request',
        'state',
      );
    reply.clearCookie(cookies.social);
    if (flow.provider !== provider) failSocial('invalid-state', 'provider');
    await takeTry(request, 'callback');
    const social = providers[provider] ?? failSocial('operation-not-allowed', 'no-credentials');
    const person = await social.identify(new URL(search, flow.redirectUri), flow);
    return flow.purpose === 'sign-in' ? signIn(request, reply, flow, person) : prove(request, flow, person);
  };

  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, remember, notice }: SocialFlow,
    person: ProviderPerson,
  ) => {
    const browser = browserOf(request);
    const { userAgent } = browser;
    const age = provedAge(deps, request.cookies[cookies.age]);
    const userId = await joinAccount(deps, provider, person, { userAgent, notice, age });
    const proof = providerEvidence(userId, { provider, ...person });
    const created =
      (await createSession(deps, { userId, proof, remember }, browser)) ??
      failSocial('user-not-found', 'account-deleted');
    if ('step' in created) {
      askForCode(reply, created);
      return 'code-needed' as const;
    }
    enter(reply, created, remember);
    if (age.met > 0) reply.clearCookie(cookies.age);
    return 'signed-in' as const;
  };

  const prove = async (request: FastifyRequest, flow: SocialFlow, back: ProviderPerson) => {
    const session = await findSession(deps, tokenOf(request));
    if (session === undefined || session.id !== flow.sessionId) failSocial('requires-recent-login');
    const person = { ...back, provider: flow.provider };
    if (flow.purpose === 'link') {
      await linkProvider(deps, session, person);
      return 'proved' as const;
    }
    const result = await proveBy(deps, session, providerEvidence(session.userId, person));
    if (result === 'not-fresh') failSocial('login-not-fresh');
    if (result === 'proved') return result;
    return result === 'second-needed' ? 'code-needed' : failSocial('user-mismatch');
  };

  const ofUnlink = {
    does: 'Unlinks one account at a provider by its id; without an id, all of them.',
    access: proof,
    body: unlinkBody,
    refuses: [LAST_WAY_IN],
  };
  route.post(SOCIAL_API.unlink, ofUnlink, async ({ caller: session, body: unlinked }) => {
    await unlinkProvider(deps, session, unlinked);
    return accepted(MESSAGES.providerUnlinked);
  });

  for (const provider of PROVIDERS)
    for (const [path, handle] of [
      [SOCIAL_API.start, start],
      [SOCIAL_API.callback, callback],
    ] as const)
      route.get(pathFor(path, provider), LEADS_ON, ({ request, reply }) =>
        answer({ request, reply, provider, told: { event: '', mode: 'popup' } }, handle),
      );
}

function countedAs(outcome: SocialCallback['outcome']): 'signed-in' | 'code-needed' | 'refused' | 'failed' {
  if (outcome === 'signed-in' || outcome === 'code-needed') return outcome;
  return outcome === 'internal-error' ? 'failed' : 'refused';
}

/** The outcomes that are reported for refusals by the accounts feature and by rate limits. */
const REFUSED: Readonly<Record<string, SocialErrorCode>> = {
  [RATE_LIMITED.code]: 'too-many-requests',
  [ACCOUNT_CLOSED.code]: 'account-closed',
  [ACCOUNT_FROZEN.code]: 'account-frozen',
  [PROOF_MISSING.code]: 'proof-expired',
  [DECIDE_FIRST.code]: 'decide-first',
  [NOT_SIGNED_IN.code]: 'requires-recent-login',
};

function outcomeOf({ log }: FastifyRequest, provider: Provider, error: unknown): SocialCallback['outcome'] {
  const refused = error instanceof RefusalError ? REFUSED[error.code] : undefined;
  const failure = refused === undefined ? explainFailure(error) : new SocialFailure(refused);
  if (failure === undefined) {
    log.error({ err: error, provider }, 'a sign-in with a provider failed');
    return 'internal-error';
  }
  const { code, detail } = failure;
  log.warn({ code, provider, detail }, 'a sign-in with a provider was refused');
  return code;
}
