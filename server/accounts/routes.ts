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
import type { Auth } from './auth.ts';
import { findCaller, findSignedIn } from './caller.ts';
import { confirmAddress } from './confirm.ts';
import type { CookieNames } from './cookies.ts';
import { countAnswers } from './count-answers.ts';
import { proveForDeletion } from './deletion-proof.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { keyedHash } from './keyed-hash.ts';
import { endSession, isDueToSlide, openOwnSession, takeCookies } from './own-session.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { recordSignOut } from './record-session.ts';
import { resendVerification } from './resend.ts';
import { checkPassword } from './sign-in.ts';
import { findSignInMethods } from './sign-in-methods.ts';
import { signUp } from './sign-up.ts';
import { PENDING_SECONDS } from './sign-ups.ts';
import { headersForAuth, openSignedCookie } from './signed-cookie.ts';
import { tokenRoutes } from './token-routes.ts';

type IdentityRoutesDeps = IdentityDeps & {
  readonly auth: Auth;
  readonly cookies: CookieNames;
  readonly passwordMinLength: number;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
};

/** The account endpoints of `contract/identity.ts`. */
export function identityRoutes(deps: IdentityRoutesDeps): Hono<AppEnv> {
  const { auth, cookies, takeFromLimit, passwordMinLength } = deps;
  const routes = new Hono<AppEnv>();
  countAnswers(routes, deps.metrics);
  const ipOf = (c: Context<AppEnv>) => limitKeyOf(deps.clientAddress(c));
  const secure = deps.origin.startsWith('https:');
  /** Tells the networks apart that mails were asked from, without keeping an address. */
  const networkOf = (c: Context<AppEnv>) => keyedHash(deps.secret, 'network', ipOf(c));
  const pendingOf = (c: Context<AppEnv>) => getCookie(c, cookies.pending);

  const setPending = (c: Context<AppEnv>, browser: string) =>
    setCookie(c, cookies.pending, browser, {
      httpOnly: true,
      secure,
      sameSite: 'Lax',
      path: '/',
      maxAge: PENDING_SECONDS,
    });
  const clearPending = (c: Context<AppEnv>) => deleteCookie(c, cookies.pending, { path: '/', secure });

  routes.get(ACCOUNT_API.session, async (c) => {
    // By the token, before the database is asked; who has none costs nothing. A page asks at every load.
    const token = openSignedCookie(deps, getCookie(c, cookies.session));
    if (token === undefined) return c.json({ success: true, data: null } satisfies SessionAnswer);
    await takeFromLimit('apiPerSession', 'page', token);
    const given = headersForAuth(deps, cookies, c);
    const look = (disableRefresh: boolean) =>
      auth.api.getSession({ headers: given, query: { disableRefresh }, returnHeaders: true });
    const seen = await look(true);
    const slides = seen.response !== null && isDueToSlide(seen.response.session, deps.clock());
    const { response, headers } = slides ? await look(false) : seen;
    takeCookies(c, headers);
    const data = response === null ? null : ((await findPageRecord(deps.db, response.user.id)) ?? null);
    return c.json({ success: true, data } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signUp, async (c) => {
    const body = await readJson(c, signUpBody(passwordMinLength));
    await takeFromLimit('signUpPerIp', ipOf(c));
    setPending(c, await signUp(deps, { ...body, network: networkOf(c) }));
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
      setPending(c, result.browser);
      refuse('EMAIL_NOT_VERIFIED');
    }
    const { userId, passwordHash } = result;
    const proof = { way: 'password', passwordHash } as const;
    const session = await openOwnSession(deps, c, { userId, proof, remember: body.rememberDevice });
    if (session === undefined) refuse('INVALID_EMAIL_OR_PASSWORD');
    await giveBack();
    session.giveCookies();
    return c.json({ success: true, data: pageRecord(session.record) } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signOut, async (c) => {
    const caller = await findSignedIn(deps, cookies, c);
    // By ourselves, and first: better-auth says it ended the session also when the database refused to.
    if (caller !== undefined) await endSession(deps, caller, (tx) => recordSignOut(deps, tx, caller));
    const { headers } = await auth.api.signOut({
      headers: headersForAuth(deps, cookies, c),
      returnHeaders: true,
    });
    takeCookies(c, headers);
    return accepted(c, MESSAGES.signedOut);
  });

  routes.post(ACCOUNT_API.verify, async (c) => {
    const { token, password } = await readJson(c, verifyBody(passwordMinLength));
    await takeFromLimit('linkPerIp', ipOf(c));
    const result = await confirmAddress(deps, { token, password, browser: pendingOf(c) });
    if (result.kind === 'link-not-valid') refuse('LINK_NOT_VALID');
    if (result.kind === 'password-needed') refuse('PASSWORD_NEEDED');
    clearPending(c);
    return accepted(c, MESSAGES.emailConfirmed);
  });

  routes.post(ACCOUNT_API.resendVerification, async (c) => {
    await takeFromLimit('linkPerIp', ipOf(c));
    if ((await findCaller(deps, auth, cookies, c)) !== undefined) refuse('EMAIL_ALREADY_VERIFIED');
    const browser = pendingOf(c);
    if (browser === undefined) refuse('NO_USER_SIGNED_IN');
    const result = await resendVerification(deps, { browser, network: networkOf(c) });
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
    const caller = await findCaller(deps, auth, cookies, c);
    if (caller === undefined) refuse('NOT_SIGNED_IN');
    const body = await readJson(c, deletionProofBody);
    await takeFromLimit('signInPerAddressAndIp', caller.userId, ipOf(c));
    await takeFromLimit('signInPerAddress', caller.userId);
    const result = await proveForDeletion(deps, caller, body);
    if (result.kind === 'wrong-name') refuse('NAME_MISMATCH');
    if (result.kind === 'wrong-password') refuse('WRONG_PASSWORD');
    if (result.kind === 'no-fresh-popup') refuse('PROOF_MISSING');
    return accepted(c, PROOF_TAKEN);
  });

  routes.get(ACCOUNT_API.signInMethods, async (c) => {
    const caller = await findCaller(deps, auth, cookies, c);
    await takeFromLimit('apiPerSession', caller?.sessionId ?? ipOf(c));
    if (caller === undefined) refuse('NOT_SIGNED_IN');
    const methods = await findSignInMethods(deps.db, caller.userId);
    return c.json({ success: true, methods } satisfies SignInMethodsAnswer);
  });

  return routes.route('/', tokenRoutes(deps));
}

const PROOF_TAKEN = 'Confirmed for five minutes.';

function accepted(c: Context<AppEnv>, message: string) {
  return c.json({ success: true, message } satisfies AcceptedAnswer);
}
