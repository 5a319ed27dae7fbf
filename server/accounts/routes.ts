import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import {
  type AcceptedAnswer,
  deletionProofBody,
  requestResetBody,
  resetBody,
  type SessionAnswer,
  type SignInMethodsAnswer,
  signInBody,
  signUpBody,
  verifyBody,
} from '#contract/identity.ts';
import { MESSAGES } from '#contract/messages.ts';
import { pageRecord } from '#contract/page-record.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { findPageRecord } from '#server/accounts/record.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type CookieNames, cookieAttributes, sessionCookieAttributes } from './cookies.ts';
import { countAnswers } from './count-answers.ts';
import { proveForDeletion } from './deletion-proof.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { openPending, PENDING_SECONDS, type PendingVerification, sealPending } from './pending-cookie.ts';
import { authenticate, createSession, endSession, extendSession, findSession } from './sessions.ts';
import { checkPassword } from './sign-in.ts';
import { findSignInMethods } from './sign-in-methods.ts';
import { signUp } from './sign-up.ts';
import { tokenRoutes } from './token-routes.ts';
import { confirmAddress, resendVerification } from './verification.ts';

type IdentityRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly passwordMinLength: number;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
};

/** The account endpoints of `contract/identity.ts`. */
export function identityRoutes(deps: IdentityRoutesDeps): Hono<AppEnv> {
  const { cookies, origin, takeFromLimit, passwordMinLength } = deps;
  const routes = new Hono<AppEnv>();
  countAnswers(routes, deps.metrics);
  const ipOf = (c: Context<AppEnv>) => limitKeyOf(deps.clientAddress(c));
  const pendingOf = (c: Context<AppEnv>) =>
    openPending(deps.keyring, getCookie(c, cookies.pending), deps.clock());

  const setPending = (c: Context<AppEnv>, pending: PendingVerification) =>
    setCookie(c, cookies.pending, sealPending(deps.keyring, pending, deps.clock()), {
      ...cookieAttributes(origin),
      maxAge: PENDING_SECONDS,
    });
  const clearPending = (c: Context<AppEnv>) => deleteCookie(c, cookies.pending, cookieAttributes(origin));
  const tokenOf = (c: Context<AppEnv>) => getCookie(c, cookies.session);
  const setSession = (c: Context<AppEnv>, token: string, isRemembered: boolean) =>
    setCookie(c, cookies.session, token, sessionCookieAttributes(origin, isRemembered));
  const sessionOf = (c: Context<AppEnv>) =>
    authenticate(deps, { authorization: c.req.header('authorization'), token: tokenOf(c) });

  routes.get(ACCOUNT_API.session, async (c) => {
    const token = tokenOf(c);
    // A page asks at every load: a visitor without the cookie costs no query.
    if (token === undefined) return c.json({ success: true, data: null } satisfies SessionAnswer);
    const session = await findSession(deps, token);
    await takeFromLimit('apiPerSession', 'page', session?.id ?? ipOf(c));
    // A cookie without a session stays: in another tab the same browser may be getting a new one at this moment.
    if (session === undefined) return c.json({ success: true, data: null } satisfies SessionAnswer);
    if (await extendSession(deps, session)) setSession(c, token, session.isRemembered);
    const data = (await findPageRecord(deps.db, session.userId)) ?? null;
    return c.json({ success: true, data } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signUp, async (c) => {
    const body = await readJson(c, signUpBody(passwordMinLength));
    await takeFromLimit('signUpPerIp', ipOf(c));
    setPending(c, await signUp(deps, body));
    return accepted(c, MESSAGES.checkYourEmail);
  });

  routes.post(ACCOUNT_API.signIn, async (c) => {
    const body = await readJson(c, signInBody);
    const giveBack = await takeFromLimit('signInPerIp', ipOf(c));
    await takeFromLimit('signInPerAddressAndIp', body.email, ipOf(c));
    await takeFromLimit('signInPerAddress', body.email);
    const result = await checkPassword(deps, body);
    if (result.kind === 'wrong') refuse('INVALID_EMAIL_OR_PASSWORD');
    if (result.kind === 'unverified') {
      setPending(c, result.pending);
      refuse('EMAIL_NOT_VERIFIED');
    }
    const { userId, passwordHash } = result;
    const person = {
      userId,
      proof: { way: 'password', passwordHash },
      remember: body.rememberDevice,
    } as const;
    const browser = { userAgent: c.req.header('user-agent'), token: tokenOf(c) };
    const created = await createSession(deps, person, browser);
    if (created === undefined) refuse('INVALID_EMAIL_OR_PASSWORD');
    await giveBack();
    setSession(c, created.token, body.rememberDevice);
    clearPending(c);
    return c.json({ success: true, data: pageRecord(created.record) } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signOut, async (c) => {
    const session = await findSession(deps, tokenOf(c));
    if (session !== undefined) await endSession(deps, session);
    deleteCookie(c, cookies.session, cookieAttributes(origin));
    return accepted(c, MESSAGES.signedOut);
  });

  routes.post(ACCOUNT_API.verify, async (c) => {
    const { token, password } = await readJson(c, verifyBody(passwordMinLength));
    await takeFromLimit('linkPerIp', ipOf(c));
    const result = await confirmAddress(deps, { token, password, pending: pendingOf(c) });
    if (result.kind === 'link-not-valid') refuse('LINK_NOT_VALID');
    if (result.kind === 'password-needed') refuse('PASSWORD_NEEDED');
    clearPending(c);
    return accepted(c, MESSAGES.emailConfirmed);
  });

  routes.post(ACCOUNT_API.resendVerification, async (c) => {
    await takeFromLimit('linkPerIp', ipOf(c));
    if ((await sessionOf(c)) !== undefined) refuse('EMAIL_ALREADY_VERIFIED');
    const pending = pendingOf(c);
    if (pending === undefined) refuse('NO_USER_SIGNED_IN');
    const result = await resendVerification(deps, pending);
    switch (result.kind) {
      case 'sent':
        return accepted(c, MESSAGES.verificationSent);
      case 'nobody':
        return refuse('NO_USER_SIGNED_IN');
      case 'already-verified':
        return refuse('EMAIL_ALREADY_VERIFIED');
      case 'exhausted':
        return refuse('MAX_VERIFICATION_ATTEMPTS');
      case 'too-soon':
        return refuse('VERIFICATION_TOO_SOON', {
          retryAfter: result.seconds,
          values: { minutes: result.minutes },
        });
    }
  });

  routes.post(ACCOUNT_API.requestReset, async (c) => {
    const body = await readJson(c, requestResetBody);
    await takeFromLimit('linkPerIp', ipOf(c));
    await takeFromLimit('resetPerAddress', body.email);
    await requestReset(deps, body);
    return accepted(c, MESSAGES.resetSent);
  });

  routes.post(ACCOUNT_API.reset, async (c) => {
    const body = await readJson(c, resetBody(passwordMinLength));
    await takeFromLimit('linkPerIp', ipOf(c));
    const result = await resetPassword(deps, body);
    if (result.kind === 'link-not-valid') refuse('LINK_NOT_VALID');
    clearPending(c);
    return accepted(c, MESSAGES.passwordChanged);
  });

  routes.post(ACCOUNT_API.deletionProof, async (c) => {
    const session = await sessionOf(c);
    if (session === undefined) refuse('NOT_SIGNED_IN');
    const body = await readJson(c, deletionProofBody);
    await takeFromLimit('signInPerAddressAndIp', session.userId, ipOf(c));
    await takeFromLimit('signInPerAddress', session.userId);
    const result = await proveForDeletion(deps, session, body);
    if (result.kind === 'wrong-name') refuse('NAME_MISMATCH');
    if (result.kind === 'wrong-password') refuse('WRONG_PASSWORD');
    if (result.kind === 'no-fresh-popup') refuse('PROOF_MISSING');
    return accepted(c, PROOF_TAKEN);
  });

  routes.get(ACCOUNT_API.signInMethods, async (c) => {
    const session = await sessionOf(c);
    await takeFromLimit('apiPerSession', session?.id ?? ipOf(c));
    if (session === undefined) refuse('NOT_SIGNED_IN');
    const methods = await findSignInMethods(deps.db, session.userId);
    return c.json({ success: true, methods } satisfies SignInMethodsAnswer);
  });

  return routes.route('/', tokenRoutes(deps));
}

const PROOF_TAKEN = 'Confirmed for five minutes.';

function accepted(c: Context<AppEnv>, message: string) {
  return c.json({ success: true, message } satisfies AcceptedAnswer);
}
