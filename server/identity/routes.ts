import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import {
  type AcceptedAnswer,
  deletionProofBody,
  requestResetBody,
  resetBody,
  type SessionAnswer,
  signInBody,
  signUpBody,
  verifyBody,
} from '#contract/identity.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, AUTH_API } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import { findRecord } from '#server/users/record.ts';
import type { Auth } from './auth.ts';
import { findCaller } from './caller.ts';
import type { CookieNames } from './cookies.ts';
import { proveForDeletion } from './deletion-proof.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { openPending, PENDING_SECONDS, type PendingVerification, sealPending } from './pending-cookie.ts';
import { checkPassword, stillHasPassword } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { confirmAddress, resendVerification } from './verification.ts';

type IdentityRoutesDeps = IdentityDeps & {
  readonly auth: Auth;
  readonly cookies: CookieNames;
  readonly passwordMinLength: number;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
};

/** The account endpoints of `contract/identity.ts`. */
export function identityRoutes(deps: IdentityRoutesDeps): Hono<AppEnv> {
  const { auth, cookies, takeFromLimit, passwordMinLength } = deps;
  const routes = new Hono<AppEnv>();
  const ipOf = (c: Context<AppEnv>) => limitKeyOf(deps.clientAddress(c));
  const secure = deps.origin.startsWith('https:');
  const pendingOf = (c: Context<AppEnv>) =>
    openPending(deps.secret, getCookie(c, cookies.pending), deps.clock());

  const setPending = (c: Context<AppEnv>, pending: PendingVerification) =>
    setCookie(c, cookies.pending, sealPending(deps.secret, pending, deps.clock()), {
      httpOnly: true,
      secure,
      sameSite: 'Lax',
      path: '/',
      maxAge: PENDING_SECONDS,
    });
  const clearPending = (c: Context<AppEnv>) => deleteCookie(c, cookies.pending, { path: '/', secure });

  routes.get(ACCOUNT_API.session, async (c) => {
    const { response, headers } = await auth.api.getSession({
      headers: c.req.raw.headers,
      returnHeaders: true,
    });
    takeCookies(c, headers);
    const data = response === null ? null : await findRecord(deps.db, response.user.id);
    return c.json({ success: true, data: data ?? null } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signUp, async (c) => {
    const body = await readJson(c, signUpBody(passwordMinLength));
    await takeFromLimit('signUpPerIp', ipOf(c));
    setPending(c, await signUp(deps, body));
    return accepted(c, MESSAGES.checkYourEmail);
  });

  routes.post(ACCOUNT_API.signIn, async (c) => {
    const body = await readJson(c, signInBody);
    await takeFromLimit('signInPerAddressAndIp', body.email, ipOf(c));
    await takeFromLimit('signInPerAddress', body.email);
    const result = await checkPassword(deps, body);
    if (result.kind === 'wrong') refuse('INVALID_EMAIL_OR_PASSWORD');
    if (result.kind === 'unverified') {
      setPending(c, result.pending);
      refuse('EMAIL_NOT_VERIFIED');
    }
    await endOwnSession(deps, c);
    const { response, headers } = await auth.api.openSession({
      body: { userId: result.userId, remember: body.rememberDevice },
      headers: c.req.raw.headers,
      returnHeaders: true,
    });
    if (response === null) refuse('INVALID_EMAIL_OR_PASSWORD');
    if (!(await stillHasPassword(deps.db, result.userId, result.passwordHash))) {
      await endSession(deps.db, response.sessionId);
      refuse('INVALID_EMAIL_OR_PASSWORD');
    }
    const data = await findRecord(deps.db, result.userId);
    if (data === undefined) refuse('INVALID_EMAIL_OR_PASSWORD');
    takeCookies(c, headers);
    // Left from an earlier sign-in without "remember", it would keep this session from sliding on.
    if (body.rememberDevice) deleteCookie(c, cookies.dontRemember, { path: '/', secure });
    clearPending(c);
    return c.json({ success: true, data } satisfies SessionAnswer);
  });

  routes.post(ACCOUNT_API.signOut, async (c) => {
    const { headers } = await auth.api.signOut({ headers: c.req.raw.headers, returnHeaders: true });
    takeCookies(c, headers);
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
    if ((await findCaller(deps, auth, cookies, c)) !== undefined) refuse('EMAIL_ALREADY_VERIFIED');
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
    const caller = await findCaller(deps, auth, cookies, c);
    if (caller === undefined) refuse('NOT_SIGNED_IN');
    const body = await readJson(c, deletionProofBody);
    await takeFromLimit('signInPerAddressAndIp', caller.userId, ipOf(c));
    await takeFromLimit('signInPerAddress', caller.userId);
    const result = await proveForDeletion(deps, caller, body);
    if (result.kind === 'wrong-name') refuse('NAME_MISMATCH');
    if (result.kind === 'wrong-password') refuse('WRONG_PASSWORD');
    return accepted(c, PROOF_TAKEN);
  });

  // Nothing else of better-auth is reachable: what is not listed here answers 404.
  routes.get(AUTH_API.token, (c) => auth.handler(c.req.raw));
  routes.get(AUTH_API.jwks, (c) => auth.handler(c.req.raw));
  return routes;
}

const PROOF_TAKEN = 'Confirmed for five minutes.';

function accepted(c: Context<AppEnv>, message: string) {
  return c.json({ success: true, message } satisfies AcceptedAnswer);
}

function takeCookies(c: Context<AppEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}

/** Sessions are rotated at sign-in (decisions §3.8): the one this browser had ends, whoever put it there. */
async function endOwnSession(deps: IdentityRoutesDeps, c: Context<AppEnv>): Promise<void> {
  const caller = await findCaller(deps, deps.auth, deps.cookies, c);
  if (caller !== undefined) await endSession(deps.db, caller.sessionId);
}

async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}
