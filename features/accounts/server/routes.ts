import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AGE_WORDS } from '#content/age.ts';
import { BRAND } from '#content/brand.ts';
import { AGE_API } from '#contract/age.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import {
  ageBody,
  deletionProofBody,
  type LinkAnswer,
  linkBody,
  type PasswordRule,
  type PendingAnswer,
  type ResetAnswer,
  requestResetBody,
  resetBody,
  type SessionAnswer,
  type SignInMethodsAnswer,
  signInBody,
  signUpBody,
  type VerifyAnswer,
  verifyBody,
} from '#features/accounts/bodies.ts';
import { pageRecord } from '#features/accounts/page-record.ts';
import {
  ACCOUNT_FROZEN,
  BIRTH_DATE_NEEDED,
  CONFIRMATIONS_USED_UP,
  EMAIL_ALREADY_VERIFIED,
  EMAIL_NOT_VERIFIED,
  INVALID_EMAIL_OR_PASSWORD,
  LINK_NOT_VALID,
  MAX_VERIFICATION_ATTEMPTS,
  NAME_MISMATCH,
  NO_USER_SIGNED_IN,
  NOT_SIGNED_IN,
  PASSWORD_NEEDED,
  RESET_CODE_NEEDED,
  SECOND_STEP_REFUSED,
  TOO_YOUNG,
  VERIFICATION_TOO_SOON,
  WRONG_PASSWORD,
} from '#features/accounts/refusals.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { AGE_SECONDS, isOldEnough, sealAge, shownAge } from './age.ts';
import { confirmAddress } from './confirm.ts';
import { areConfirmationsUsedUp } from './confirmation-turns.ts';
import { proveForDeletion } from './deletion-proof.ts';
import { findDevice, takeCode } from './devices.ts';
import { findSignInMethods } from './factors.ts';
import { hashToken, networkHash } from './hashes.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { describeLink } from './mailed-link.ts';
import { checkPassword, passwordStep } from './password-factor.ts';
import { findResetLink, requestReset, resetPassword } from './password-reset.ts';
import { pendingSignUp, resendVerification } from './resend.ts';
import type { RouteDeps } from './route-deps.ts';
import { refuseUnproved } from './security/guards.ts';
import { ACCOUNT_ANSWERS, countAnswers } from './series.ts';
import { endSession, extendSession, findSession } from './sessions.ts';
import { createSignInAnswers, refuseClosed } from './sign-in-answers.ts';
import { PENDING_SECONDS, signUp } from './sign-ups.ts';
import { secondStepOf } from './slots.ts';
import { findRecord } from './users.ts';

/** The account endpoints of `features/accounts/bodies.ts`. */
export function accountRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { readonly passwordRule: PasswordRule },
): void {
  const { cookies, takeFromLimit, passwordRule, authenticate } = deps;
  countAnswers(app, deps.metrics, ACCOUNT_ANSWERS);
  const pendingOf = ({ cookies: sent }: FastifyRequest) => sent[cookies.pending];

  const setPending = (reply: FastifyReply, browser: string) =>
    reply.setCookie(cookies.pending, browser, { maxAge: PENDING_SECONDS });
  const { browserOf, setSession, enter, signIn } = createSignInAnswers(deps);

  /** Strangers share their counters; a browser that signed in to the account before has its own (docs/product.md, "Limits"). */
  const takeSignIn = async (request: FastifyRequest, email: string) => {
    const token = request.cookies[cookies.device];
    const device = token === undefined ? undefined : await findDevice(deps, { email, token });
    if (device !== undefined) return takeFromLimit(ACCOUNT_LIMITS.signInPerDevice, device);
    const giveBack = await takeFromLimit(ACCOUNT_LIMITS.signInPerIp, networkOf(request));
    await takeFromLimit(ACCOUNT_LIMITS.signInPerAddressAndIp, email, networkOf(request));
    await takeFromLimit(ACCOUNT_LIMITS.signInPerAddress, email);
    return giveBack;
  };

  app.get(ACCOUNT_API.session, async (request, reply) => {
    const token = request.cookies[cookies.session];
    // A page asks at every load: a visitor without the cookie costs no query.
    if (token === undefined) return { success: true, data: null } satisfies SessionAnswer;
    const session = await findSession(deps, token);
    await takeFromLimit(ACCOUNT_LIMITS.apiPerSession, 'page', session?.id ?? networkOf(request));
    // A cookie without a session stays: in another tab the same browser may be getting a new one at this moment.
    if (session === undefined) return { success: true, data: null } satisfies SessionAnswer;
    if (await extendSession(deps, session)) setSession(reply, token, session.isRemembered);
    const record = await findRecord(deps.db, session.userId);
    if (record === undefined) return { success: true, data: null } satisfies SessionAnswer;
    const remembered = session.isRemembered;
    return { success: true, data: pageRecord(record), remembered } satisfies SessionAnswer;
  });

  const { minimumAge } = deps.settings;
  const ageOf = ({ cookies: sent }: FastifyRequest) => shownAge(deps, sent[cookies.age]);
  const clearAge = (reply: FastifyReply) => {
    if (minimumAge > 0) reply.clearCookie(cookies.age);
  };

  app.post(AGE_API, async (request, reply) => {
    const now = deps.clock();
    const { birthDate } = parseBody(request, ageBody(now.toISOString().slice(0, 10)));
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    if (!isOldEnough(birthDate, minimumAge, now)) refuse(TOO_YOUNG, { values: { age: minimumAge } });
    const sealed = sealAge(deps.keyring, minimumAge, now);
    reply.setCookie(cookies.age, sealed, { maxAge: AGE_SECONDS });
    return accepted(AGE_WORDS.done);
  });

  /** No more confirmations go to an address today. */
  const refuseUsedUp = (): never => {
    const others = deps.features.flatMap(({ signInNames }) => signInNames?.(deps.settings) ?? []);
    const signIn = others.length === 0 ? '' : `, sign in with ${others.join(' or ')}`;
    return refuse(CONFIRMATIONS_USED_UP, { values: { signIn, email: BRAND.supportEmail } });
  };

  app.post(ACCOUNT_API.signUp, async (request, reply) => {
    const body = parseBody(request, signUpBody(passwordRule));
    await takeFromLimit(ACCOUNT_LIMITS.signUpPerIp, networkOf(request));
    await requireMailable(deps, body.email);
    if (ageOf(request).met < minimumAge) refuse(BIRTH_DATE_NEEDED);
    const network = networkHash(deps, request);
    if (await areConfirmationsUsedUp(deps, body.email, { network })) refuseUsedUp();
    const ageMet = minimumAge === 0 ? null : minimumAge;
    setPending(reply, await signUp(deps, { ...body, ageMet, network }));
    clearAge(reply);
    return accepted(MESSAGES.checkYourEmail);
  });

  app.post(ACCOUNT_API.signIn, async (request, reply) => {
    const body = parseBody(request, signInBody);
    const giveBack = await takeSignIn(request, body.email);
    const result = await checkPassword(deps, body);
    if (result.kind === 'wrong') refuse(INVALID_EMAIL_OR_PASSWORD);
    if (result.kind === 'unverified') {
      setPending(reply, result.browser);
      refuse(EMAIL_NOT_VERIFIED);
    }
    const { userId, passwordHash } = result;
    const person = {
      userId,
      proof: passwordStep(userId, passwordHash),
      remember: body.rememberDevice,
    };
    return signIn(request, reply, person, { otherwise: INVALID_EMAIL_OR_PASSWORD, giveBack });
  });

  app.post(ACCOUNT_API.signOut, async (request, reply) => {
    const session = await findSession(deps, request.cookies[cookies.session]);
    if (session !== undefined) await endSession(deps, session);
    reply.clearCookie(cookies.session);
    return accepted(MESSAGES.signedOut);
  });

  app.post(ACCOUNT_API.verify, async (request, reply) => {
    const body = parseBody(request, verifyBody(passwordRule));
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const { token, password, notice } = body;
    const result = await confirmAddress(deps, {
      ...{ token, password, notice, browser: browserOf(request) },
      ...{ pending: pendingOf(request), age: ageOf(request) },
    });
    if (result.kind === 'link-not-valid') refuse(LINK_NOT_VALID);
    if (result.kind === 'password-needed') refuse(PASSWORD_NEEDED);
    if (result.kind === 'birth-date-needed') refuse(BIRTH_DATE_NEEDED);
    const { email, signedIn } = result;
    const session = signedIn ? enter(reply, signedIn, false) : { data: null };
    reply.clearCookie(cookies.pending);
    clearAge(reply);
    return { ...accepted(MESSAGES.emailConfirmed), ...session, email } satisfies VerifyAnswer;
  });

  app.post(ACCOUNT_API.link, async (request) => {
    const { token } = parseBody(request, linkBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const data = await describeLink(deps, { token, pending: pendingOf(request), age: ageOf(request) });
    return { success: true, data } satisfies LinkAnswer;
  });

  app.get(ACCOUNT_API.pending, async (request) => {
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const browser = pendingOf(request);
    const data = browser === undefined ? null : await pendingSignUp(deps, browser);
    return { success: true, data } satisfies PendingAnswer;
  });

  app.post(ACCOUNT_API.resendVerification, async (request) => {
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    if ((await authenticate(request)) !== undefined) refuse(EMAIL_ALREADY_VERIFIED);
    const browser = pendingOf(request);
    if (browser === undefined) refuse(NO_USER_SIGNED_IN);
    const result = await resendVerification(deps, { browser, network: networkHash(deps, request) });
    switch (result.kind) {
      case 'sent':
        return accepted(MESSAGES.verificationSent);
      case 'nobody':
        return refuse(NO_USER_SIGNED_IN);
      case 'already-verified':
        return refuse(EMAIL_ALREADY_VERIFIED);
      case 'used-up':
        return refuseUsedUp();
      case 'exhausted':
        return refuse(MAX_VERIFICATION_ATTEMPTS);
      case 'too-soon':
        return refuse(VERIFICATION_TOO_SOON, {
          retryAfter: result.seconds,
          values: { minutes: result.minutes },
        });
    }
  });

  app.post(ACCOUNT_API.requestReset, async (request) => {
    const body = parseBody(request, requestResetBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    await takeFromLimit(ACCOUNT_LIMITS.resetsADayPerIp, networkOf(request));
    await requireMailable(deps, body.email);
    await requestReset(deps, body);
    return accepted(MESSAGES.resetSent);
  });

  app.post(ACCOUNT_API.reset, async (request, reply) => {
    const body = parseBody(request, resetBody(passwordRule));
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const { token, password, code } = body;
    const link = code === undefined ? undefined : await findResetLink(deps, hashToken(token));
    const device = request.cookies[cookies.device];
    const giveBack = link && code && (await takeCode(deps, { userId: link.userId, code }, device));
    const result = await resetPassword(deps, { token, password, code, browser: browserOf(request) });
    if (result.kind === 'link-not-valid') refuse(LINK_NOT_VALID);
    if (result.kind === 'closed') await refuseClosed(deps, result.userId);
    if (result.kind === 'frozen') refuse(ACCOUNT_FROZEN, { values: { email: BRAND.supportEmail } });
    if (result.kind === 'code-needed') refuse(RESET_CODE_NEEDED);
    if (result.kind === 'wrong-code') refuse(SECOND_STEP_REFUSED);
    if (result.kind !== 'changed') refuse(LINK_NOT_VALID);
    if (giveBack) await giveBack();
    const session = enter(reply, result.signedIn, false);
    return { ...session, message: MESSAGES.passwordReset, email: result.email } satisfies ResetAnswer;
  });

  app.post(ACCOUNT_API.deletionProof, async (request) => {
    const session = await authenticate(request);
    if (session === undefined) refuse(NOT_SIGNED_IN);
    const body = parseBody(request, deletionProofBody);
    const result = await proveForDeletion(deps, request, session, {
      password: undefined,
      code: undefined,
      ...body,
    });
    if (result === 'wrong-name') refuse(NAME_MISMATCH);
    if (result === 'wrong-password') refuse(WRONG_PASSWORD);
    refuseUnproved(result);
    return accepted(MESSAGES.proved);
  });

  app.get(ACCOUNT_API.signInMethods, async (request) => {
    const session = await authenticate(request);
    await takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));
    if (session === undefined) refuse(NOT_SIGNED_IN);
    const methods = await findSignInMethods(deps, deps.db, session.userId);
    const secondStep = (await secondStepOf(deps)?.isNeeded(deps, deps.db, session)) ?? false;
    return { success: true, methods, secondStep } satisfies SignInMethodsAnswer;
  });
}
