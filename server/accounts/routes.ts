import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import { parseBody } from '#server/http/body.ts';
import { limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { sign } from '#server/settings/keyring.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { Authenticate } from './authenticate.ts';
import { confirmAddress } from './confirm.ts';
import { type CookieNames, cookieAttributes, sessionCookieAttributes } from './cookies.ts';
import { countAnswers } from './count-answers.ts';
import { proveForDeletion } from './deletion-proof.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { resendVerification } from './resend.ts';
import { createSession, endSession, extendSession, findSession } from './sessions.ts';
import { checkPassword } from './sign-in.ts';
import { findSignInMethods } from './sign-in-methods.ts';
import { signUp } from './sign-up.ts';
import { PENDING_SECONDS } from './sign-ups.ts';

type AccountRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly passwordMinLength: number;
  readonly takeFromLimit: TakeFromLimit;
  readonly authenticate: Authenticate;
  readonly metrics: Metrics;
};

/** The account endpoints of `contract/identity.ts`. */
export function accountRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { cookies, origin, takeFromLimit, passwordMinLength, authenticate } = deps;
  countAnswers(app, deps.metrics);
  /** Tells apart the networks that mails were asked from, without keeping an address. */
  const networkOf = (request: FastifyRequest) => sign(deps.keyring, 'network', limitKeyOf(request));
  const pendingOf = ({ cookies: sent }: FastifyRequest) => sent[cookies.pending];

  const setPending = (reply: FastifyReply, browser: string) =>
    reply.setCookie(cookies.pending, browser, {
      ...cookieAttributes(origin),
      maxAge: PENDING_SECONDS,
    });
  const clearPending = (reply: FastifyReply) => reply.clearCookie(cookies.pending, cookieAttributes(origin));
  const setSession = (reply: FastifyReply, token: string, isRemembered: boolean) =>
    reply.setCookie(cookies.session, token, sessionCookieAttributes(origin, isRemembered));

  app.get(ACCOUNT_API.session, async (request, reply) => {
    const token = request.cookies[cookies.session];
    // A page asks at every load: a visitor without the cookie costs no query.
    if (token === undefined) return { success: true, data: null } satisfies SessionAnswer;
    const session = await findSession(deps, token);
    await takeFromLimit('apiPerSession', 'page', session?.id ?? limitKeyOf(request));
    // A cookie without a session stays: in another tab the same browser may be getting a new one at this moment.
    if (session === undefined) return { success: true, data: null } satisfies SessionAnswer;
    if (await extendSession(deps, session)) setSession(reply, token, session.isRemembered);
    const data = (await findPageRecord(deps.db, session.userId)) ?? null;
    return { success: true, data } satisfies SessionAnswer;
  });

  app.post(ACCOUNT_API.signUp, async (request, reply) => {
    const body = parseBody(request, signUpBody(passwordMinLength));
    await takeFromLimit('signUpPerIp', limitKeyOf(request));
    setPending(reply, await signUp(deps, { ...body, network: networkOf(request) }));
    return accepted(MESSAGES.checkYourEmail);
  });

  app.post(ACCOUNT_API.signIn, async (request, reply) => {
    const body = parseBody(request, signInBody);
    const giveBack = await takeFromLimit('signInPerIp', limitKeyOf(request));
    await takeFromLimit('signInPerAddressAndIp', body.email, limitKeyOf(request));
    await takeFromLimit('signInPerAddress', body.email);
    const result = await checkPassword(deps, body);
    if (result.kind === 'wrong') refuse('INVALID_EMAIL_OR_PASSWORD');
    if (result.kind === 'unverified') {
      setPending(reply, result.browser);
      refuse('EMAIL_NOT_VERIFIED');
    }
    const { userId, passwordHash } = result;
    const person = {
      userId,
      proof: { way: 'password', passwordHash },
      remember: body.rememberDevice,
    } as const;
    const browser = { userAgent: request.headers['user-agent'], token: request.cookies[cookies.session] };
    const created = await createSession(deps, person, browser);
    if (created === undefined) refuse('INVALID_EMAIL_OR_PASSWORD');
    await giveBack();
    setSession(reply, created.token, body.rememberDevice);
    clearPending(reply);
    return { success: true, data: pageRecord(created.record) } satisfies SessionAnswer;
  });

  app.post(ACCOUNT_API.signOut, async (request, reply) => {
    const session = await findSession(deps, request.cookies[cookies.session]);
    if (session !== undefined) await endSession(deps, session);
    reply.clearCookie(cookies.session, cookieAttributes(origin));
    return accepted(MESSAGES.signedOut);
  });

  app.post(ACCOUNT_API.verify, async (request, reply) => {
    const { token, password } = parseBody(request, verifyBody(passwordMinLength));
    await takeFromLimit('linkPerIp', limitKeyOf(request));
    const result = await confirmAddress(deps, { token, password, browser: pendingOf(request) });
    if (result.kind === 'link-not-valid') refuse('LINK_NOT_VALID');
    if (result.kind === 'password-needed') refuse('PASSWORD_NEEDED');
    clearPending(reply);
    return accepted(MESSAGES.emailConfirmed);
  });

  app.post(ACCOUNT_API.resendVerification, async (request) => {
    await takeFromLimit('linkPerIp', limitKeyOf(request));
    if ((await authenticate(request)) !== undefined) refuse('EMAIL_ALREADY_VERIFIED');
    const browser = pendingOf(request);
    if (browser === undefined) refuse('NO_USER_SIGNED_IN');
    const result = await resendVerification(deps, { browser, network: networkOf(request) });
    switch (result.kind) {
      case 'sent':
        return accepted(MESSAGES.verificationSent);
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

  app.post(ACCOUNT_API.requestReset, async (request) => {
    const body = parseBody(request, requestResetBody);
    await takeFromLimit('linkPerIp', limitKeyOf(request));
    await requestReset(deps, body);
    return accepted(MESSAGES.resetSent);
  });

  app.post(ACCOUNT_API.reset, async (request, reply) => {
    const body = parseBody(request, resetBody(passwordMinLength));
    await takeFromLimit('linkPerIp', limitKeyOf(request));
    const result = await resetPassword(deps, body);
    if (result.kind === 'link-not-valid') refuse('LINK_NOT_VALID');
    clearPending(reply);
    return accepted(MESSAGES.passwordChanged);
  });

  app.post(ACCOUNT_API.deletionProof, async (request) => {
    const session = await authenticate(request);
    if (session === undefined) refuse('NOT_SIGNED_IN');
    const body = parseBody(request, deletionProofBody);
    await takeFromLimit('signInPerAddressAndIp', session.userId, limitKeyOf(request));
    await takeFromLimit('signInPerAddress', session.userId);
    const result = await proveForDeletion(deps, session, body);
    if (result.kind === 'wrong-name') refuse('NAME_MISMATCH');
    if (result.kind === 'wrong-password') refuse('WRONG_PASSWORD');
    if (result.kind === 'no-fresh-popup') refuse('PROOF_MISSING');
    return accepted(PROOF_TAKEN);
  });

  app.get(ACCOUNT_API.signInMethods, async (request) => {
    const session = await authenticate(request);
    await takeFromLimit('apiPerSession', session?.id ?? limitKeyOf(request));
    if (session === undefined) refuse('NOT_SIGNED_IN');
    const methods = await findSignInMethods(deps.db, session.userId);
    return { success: true, methods } satisfies SignInMethodsAnswer;
  });
}

const PROOF_TAKEN = 'Confirmed for five minutes.';

function accepted(message: string): AcceptedAnswer {
  return { success: true, message };
}
