import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AGE_WORDS } from '#content/age.ts';
import { BRAND } from '#content/brand.ts';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { AGE_API, latestBirthDate } from '#contract/age.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import {
  ageBody,
  codeNeededAnswer,
  deletionProofBody,
  linkAnswer,
  linkBody,
  type PasswordRule,
  pendingAnswer,
  requestResetBody,
  resetAnswer,
  resetBody,
  sessionAnswer,
  signInBody,
  signInMethodsAnswer,
  signUpBody,
  verifyAnswer,
  verifyBody,
} from '#features/accounts/bodies.ts';
import { pageRecord } from '#features/accounts/page-record.ts';
import {
  BIRTH_DATE_NEEDED,
  CONFIRMATIONS_USED_UP,
  DECIDE_FIRST,
  EMAIL_ALREADY_VERIFIED,
  EMAIL_NOT_VERIFIED,
  INVALID_EMAIL_OR_PASSWORD,
  LINK_NOT_VALID,
  MAX_VERIFICATION_ATTEMPTS,
  NAME_MISMATCH,
  NO_USER_SIGNED_IN,
  PASSWORD_NEEDED,
  RESET_CODE_NEEDED,
  SECOND_STEP_REFUSED,
  TOO_YOUNG,
  VERIFICATION_TOO_SOON,
  WRONG_PASSWORD,
} from '#features/accounts/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { networkOf } from '#server/http/client-address.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { dayOf } from '#server/time.ts';
import { createAccess } from './access.ts';
import { confirmSignUp, describeLink } from './confirm.ts';
import { areConfirmationsUsedUp } from './confirmation-turns.ts';
import { proveForDeletion } from './delete-account.ts';
import { countCodeTry, countSignInTry } from './devices.ts';
import { findSignInMethods } from './factors.ts';
import { networkHash } from './hashes.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { checkPassword, passwordEvidence } from './password-factor.ts';
import { findResetLink, resetPassword } from './password-reset.ts';
import { UNPROVED_REFUSALS } from './proof.ts';
import { ACCOUNT_ANSWERS, countAnswers } from './series.ts';
import { endSession, extendSession, findSession } from './sessions.ts';
import { createSignInAnswers, SIGN_IN_REFUSALS } from './sign-in-answers.ts';
import {
  AGE_MS,
  PENDING_MS,
  pendingSignUp,
  provedAge,
  resendVerification,
  signAge,
  signUp,
} from './sign-ups.ts';
import { secondStepOf } from './slots.ts';
import { findRecord } from './users.ts';

const NOT_RESENT = {
  nobody: NO_USER_SIGNED_IN,
  'already-verified': EMAIL_ALREADY_VERIFIED,
  exhausted: MAX_VERIFICATION_ATTEMPTS,
};

export function accountRoutes(
  app: FastifyInstance,
  deps: AppDeps & { readonly passwordRule: PasswordRule },
): void {
  const { cookies, takeFromLimit, passwordRule } = deps;
  const route = declareRoutes(app, deps);
  const { person, sessionOf } = createAccess(deps);
  countAnswers(app, deps.metrics, ACCOUNT_ANSWERS);
  const pendingOf = ({ cookies: sent }: FastifyRequest) => sent[cookies.pending];

  const setPending = (reply: FastifyReply, browser: string) =>
    reply.setCookie(cookies.pending, browser, { maxAge: PENDING_MS / 1_000 });
  const { browserOf, setSession, enter, signIn } = createSignInAnswers(deps);

  const ofSession = {
    does: 'Returns the signed-in person; `data` is null if nobody is signed in.',
    answers: { 200: sessionAnswer },
    refuses: [RATE_LIMITED],
  };
  route.get(ACCOUNT_API.session, ofSession, async ({ request, reply }) => {
    const token = request.cookies[cookies.session];
    // Every page calls this route, so a visitor without a session cookie must not cost a query.
    if (token === undefined) return answered({ data: null });
    const session = await findSession(deps, token);
    await takeFromLimit(ACCOUNT_LIMITS.apiPerSession, 'page', session?.id ?? networkOf(request));
    // The cookie of an ended session stays, because another tab may be setting a new one now.
    if (session === undefined) return answered({ data: null });
    if (await extendSession(deps, session)) setSession(reply, token, session.isRemembered);
    const record = await findRecord(deps.db, session.userId);
    if (record === undefined) return answered({ data: null });
    return answered({ data: pageRecord(record), remembered: session.isRemembered });
  });

  const today = () => dayOf(deps.clock());
  const { minimumAge } = deps.settings;
  const ageOf = ({ cookies: sent }: FastifyRequest) => provedAge(deps, sent[cookies.age]);
  const clearAge = (reply: FastifyReply) => {
    if (minimumAge > 0) reply.clearCookie(cookies.age);
  };

  const ofAge = {
    does: 'Allows a visitor who is old enough to sign up within the hour, if the site has a minimum age.',
    body: ageBody(today),
    limits: [ACCOUNT_LIMITS.linkPerIp],
    refuses: [TOO_YOUNG],
  };
  route.post(AGE_API, ofAge, async ({ reply, body: { birthDate } }) => {
    if (birthDate > latestBirthDate(today(), minimumAge)) refuse(TOO_YOUNG, { values: { age: minimumAge } });
    reply.setCookie(cookies.age, signAge(deps.keyring, minimumAge, deps.clock()), { maxAge: AGE_MS / 1_000 });
    return accepted(AGE_WORDS.done);
  });

  const refuseUsedUp = (): never => {
    const others = deps.features.flatMap(({ signInNames }) => signInNames?.(deps.settings) ?? []);
    const signIn = others.length === 0 ? '' : `, sign in with ${others.join(' or ')}`;
    return refuse(CONFIRMATIONS_USED_UP, { values: { signIn, email: BRAND.supportEmail } });
  };

  const ofSignUp = {
    does: 'Requests an account; a mail to the address confirms it. Answers the same for every address.',
    body: signUpBody(passwordRule),
    limits: [ACCOUNT_LIMITS.signUpPerIp],
    refuses: [BIRTH_DATE_NEEDED, CONFIRMATIONS_USED_UP],
  };
  route.post(ACCOUNT_API.signUp, ofSignUp, async ({ request, reply, body }) => {
    await requireMailable(deps, body.email);
    if (ageOf(request).met < minimumAge) refuse(BIRTH_DATE_NEEDED);
    const network = networkHash(deps, request);
    if (await areConfirmationsUsedUp(deps, body.email, { network })) refuseUsedUp();
    setPending(reply, await signUp(deps, { ...body, ageMet: minimumAge || null, network }));
    clearAge(reply);
    return accepted(MESSAGES.checkYourEmail);
  });

  const ofSignIn = {
    does: 'Signs in with a password.',
    body: signInBody,
    answers: { 200: sessionAnswer, 202: codeNeededAnswer },
    refuses: [INVALID_EMAIL_OR_PASSWORD, EMAIL_NOT_VERIFIED, ...SIGN_IN_REFUSALS],
  };
  route.post(ACCOUNT_API.signIn, ofSignIn, async ({ request, reply, body }) => {
    const giveBack = await countSignInTry(deps, request, body.email);
    const result = await checkPassword(deps, body);
    if (result.kind === 'wrong') refuse(INVALID_EMAIL_OR_PASSWORD);
    if (result.kind === 'unverified') {
      setPending(reply, result.browser);
      refuse(EMAIL_NOT_VERIFIED);
    }
    const { userId, passwordHash } = result;
    const proof = passwordEvidence(userId, passwordHash);
    const person = { userId, proof, remember: body.rememberDevice };
    return signIn(request, reply, person, { otherwise: INVALID_EMAIL_OR_PASSWORD, giveBack });
  });

  const ofSignOut = { does: 'Ends the session of the cookie.' };
  route.post(ACCOUNT_API.signOut, ofSignOut, async ({ request, reply }) => {
    const session = await findSession(deps, request.cookies[cookies.session]);
    if (session !== undefined) await endSession(deps, session);
    reply.clearCookie(cookies.session);
    return accepted(SHELL_WORDS.signedOut);
  });

  const ofVerify = {
    does: 'Confirms an address by the mailed token, and signs the browser in if it signed up.',
    body: verifyBody(passwordRule),
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: verifyAnswer },
    refuses: [LINK_NOT_VALID, PASSWORD_NEEDED, BIRTH_DATE_NEEDED],
  };
  route.post(ACCOUNT_API.verify, ofVerify, async ({ request, reply, body: { token, password, notice } }) => {
    const { email, signedIn } = await confirmSignUp(deps, {
      ...{ token, password, notice, browser: browserOf(request) },
      ...{ pending: pendingOf(request), age: ageOf(request) },
    });
    const session = signedIn ? enter(reply, signedIn, false) : { data: null };
    reply.clearCookie(cookies.pending);
    clearAge(reply);
    return { ...accepted(MESSAGES.emailConfirmed), ...session, email };
  });

  const ofLink = {
    does: 'Returns what a mailed token is for; `data` is null if it no longer works.',
    body: linkBody,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: linkAnswer },
  };
  route.post(ACCOUNT_API.link, ofLink, async ({ request, body: { token } }) => {
    const data = await describeLink(deps, { token, pending: pendingOf(request), age: ageOf(request) });
    return answered({ data });
  });

  const ofPending = {
    does: 'Returns the unconfirmed sign-up of this browser.',
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: pendingAnswer },
  };
  route.get(ACCOUNT_API.pending, ofPending, async ({ request }) => {
    const browser = pendingOf(request);
    const data = browser === undefined ? null : await pendingSignUp(deps, browser);
    return answered({ data });
  });

  const ofResend = {
    does: 'Mails the confirmation of this browser’s sign-up again.',
    limits: [ACCOUNT_LIMITS.linkPerIp],
    refuses: [
      EMAIL_ALREADY_VERIFIED,
      NO_USER_SIGNED_IN,
      CONFIRMATIONS_USED_UP,
      MAX_VERIFICATION_ATTEMPTS,
      VERIFICATION_TOO_SOON,
    ],
  };
  route.post(ACCOUNT_API.resendVerification, ofResend, async ({ request }) => {
    const asker = { browser: pendingOf(request), network: networkHash(deps, request) };
    const result = await resendVerification(deps, asker);
    if (result.kind === 'nobody' && (await sessionOf(request)) !== undefined) refuse(EMAIL_ALREADY_VERIFIED);
    if (result.kind === 'used-up') return refuseUsedUp();
    if (result.kind === 'too-soon') {
      const { seconds: retryAfter, minutes } = result;
      refuse(VERIFICATION_TOO_SOON, { retryAfter, values: { minutes } });
    }
    if (result.kind !== 'sent') refuse(NOT_RESENT[result.kind]);
    return accepted(MESSAGES.verificationSent);
  });

  const ofRequestReset = {
    does: 'Mails a link that resets the password. Answers the same for every address.',
    body: requestResetBody,
    limits: [ACCOUNT_LIMITS.linkPerIp, ACCOUNT_LIMITS.resetsADayPerIp],
  };
  route.post(ACCOUNT_API.requestReset, ofRequestReset, async ({ body }) => {
    await requireMailable(deps, body.email);
    // The address is looked up only when the mail is written, so that the answer reveals no account.
    await requestMail(deps, deps.db, { mail: RESET_MAIL, to: body.email });
    return accepted(MESSAGES.resetSent);
  });

  const ofReset = {
    does: 'Sets a new password by the mailed token, and signs in.',
    body: resetBody(passwordRule),
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: resetAnswer },
    refuses: [LINK_NOT_VALID, RESET_CODE_NEEDED, SECOND_STEP_REFUSED, ...SIGN_IN_REFUSALS],
  };
  route.post(ACCOUNT_API.reset, ofReset, async ({ request, reply, body: { token, password, code } }) => {
    const link = code === undefined ? undefined : await findResetLink(deps, token);
    const device = request.cookies[cookies.device];
    const giveBack = link && code && (await countCodeTry(deps, { userId: link.userId, code }, device));
    const browser = browserOf(request);
    const { signedIn, ...done } = await resetPassword(deps, { token, password, code, browser });
    if (giveBack) await giveBack();
    return { ...enter(reply, signedIn, false), message: MESSAGES.passwordReset, ...done };
  });

  const ofDeletionProof = {
    does: `Proves that the owner wants to delete the account; valid for ${PROOF_MINUTES} minutes in this session.`,
    access: person,
    body: deletionProofBody,
    refuses: [NAME_MISMATCH, WRONG_PASSWORD, DECIDE_FIRST, RATE_LIMITED, ...UNPROVED_REFUSALS],
  };
  route.post(ACCOUNT_API.deletionProof, ofDeletionProof, async ({ request, caller: session, body }) => {
    await proveForDeletion(deps, request, session, body);
    return accepted(MESSAGES.proved);
  });

  const ofMethods = {
    does: 'Lists the caller’s sign-in methods, the password first.',
    access: person,
    answers: { 200: signInMethodsAnswer },
  };
  route.get(ACCOUNT_API.signInMethods, ofMethods, async ({ caller: session }) => {
    const methods = await findSignInMethods(deps, deps.db, session.userId);
    const secondStep = (await secondStepOf(deps)?.isNeeded(deps, deps.db, session)) ?? false;
    return answered({ methods, secondStep });
  });
}
