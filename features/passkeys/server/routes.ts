import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { codeNeededAnswer, sessionAnswer } from '#features/accounts/bodies.ts';
import { LAST_WAY_IN } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { refuseUnproved, UNPROVED_REFUSALS } from '#features/accounts/server/proof.ts';
import { type Counted, countAnswers, signInsBy } from '#features/accounts/server/series.ts';
import { createSignInAnswers, SIGN_IN_REFUSALS } from '#features/accounts/server/sign-in-answers.ts';
import {
  addPasskeyBody,
  passkeyAddedAnswer,
  passkeyOptionsAnswer,
  passkeyOptionsBody,
  provePasskeyBody,
  removePasskeyBody,
  renamePasskeyBody,
  signInPasskeyBody,
} from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { CHALLENGE_MS, optionsToAdd, optionsToUse } from './challenges.ts';
import { addPasskey, checkPasskey, proveByPasskey, removePasskey, renamePasskey } from './passkeys.ts';

export const PASSKEY_LIMITS = rateLimits({
  /** This limit exists because each request stores a row for five minutes. Every visit to the sign-in page makes one request. */
  passkeyOptionsPerIp: { points: 60, seconds: 60 },
});

export const PASSKEY_SIGN_INS = signInsBy('passkey');

const ANSWERS: Counted = {
  [PASSKEY_API.signIn]: {
    accepted: (count) => count(PASSKEY_SIGN_INS, { way: 'passkey', outcome: 'signed-in' }),
    codeNeeded: (count) => count(PASSKEY_SIGN_INS, { way: 'passkey', outcome: 'code-needed' }),
    PASSKEY_REFUSED: (count) => count(PASSKEY_SIGN_INS, { way: 'passkey', outcome: 'refused' }),
    UNEXPECTED: (count) => count(PASSKEY_SIGN_INS, { way: 'passkey', outcome: 'failed' }),
  },
};

export function passkeyRoutes(app: FastifyInstance, deps: AppDeps): void {
  countAnswers(app, deps.metrics, ANSWERS);
  const { cookies } = deps;
  const route = declareRoutes(app, deps);
  const { session: bySession, proof } = createAccess(deps);
  const { signIn } = createSignInAnswers(deps);

  /** All tabs share one cookie with a random token, so that a tab's challenge stays valid when another tab requests its own. */
  const keepBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const sent = request.cookies[cookies.passkey] ?? '';
    const browser = /^[\w-]{43}$/.test(sent) ? sent : deps.newToken();
    reply.setCookie(cookies.passkey, browser, { maxAge: CHALLENGE_MS / 1_000 });
    return browser;
  };
  const browserOf = (request: FastifyRequest) => request.cookies[cookies.passkey] ?? refuse(PASSKEY_REFUSED);

  const ofOptions = {
    does: 'Returns the options for a passkey prompt. `add` needs a fresh proof, `proof` a session.',
    body: passkeyOptionsBody,
    limits: [PASSKEY_LIMITS.passkeyOptionsPerIp],
    answers: { 200: passkeyOptionsAnswer },
    refuses: proof.refuses,
  };
  route.post(PASSKEY_API.options, ofOptions, async ({ request, reply, body: { purpose } }) => {
    if (purpose === 'add') {
      const { userId } = await proof.check(request);
      const prompt = { purpose, userId, browser: keepBrowser(request, reply) };
      return answered({ options: await optionsToAdd(deps, prompt) });
    }
    const userId = purpose === 'proof' ? (await bySession.check(request)).userId : null;
    const options = await optionsToUse(deps, { purpose, userId, browser: keepBrowser(request, reply) });
    return answered({ options });
  });

  const ofAdd = {
    does: 'Adds a passkey; the first one comes with recovery codes.',
    access: proof,
    body: addPasskeyBody,
    answers: { 200: passkeyAddedAnswer },
    refuses: [PASSKEY_REFUSED],
  };
  route.post(PASSKEY_API.add, ofAdd, async ({ request, caller: session, body: { answer } }) => {
    const name = browserKind(request.headers['user-agent']);
    const made = await addPasskey(deps, session, { browser: browserOf(request), answer, name });
    return { ...accepted(PASSKEY_WORDS.done.added), ...made };
  });

  const ofSignIn = {
    does: 'Signs in with a passkey.',
    body: signInPasskeyBody,
    limits: [ACCOUNT_LIMITS.signInPerIp],
    answers: { 200: sessionAnswer, 202: codeNeededAnswer },
    refuses: [PASSKEY_REFUSED, ...SIGN_IN_REFUSALS],
  };
  route.post(PASSKEY_API.signIn, ofSignIn, async ({ request, reply, body, giveBack }) => {
    const { answer, rememberDevice: remember } = body;
    const prompt = { purpose: 'sign-in', browser: browserOf(request) } as const;
    const { userId, evidence: proof } = (await checkPasskey(deps, prompt, answer)) ?? refuse(PASSKEY_REFUSED);
    const person = { userId, proof, remember };
    return signIn(request, reply, person, { otherwise: PASSKEY_REFUSED, giveBack });
  });

  const ofProof = {
    does: `Proves the signed-in person again, by a passkey; valid for ${PROOF_MINUTES} minutes.`,
    access: bySession,
    body: provePasskeyBody,
    refuses: [PASSKEY_REFUSED, ...UNPROVED_REFUSALS],
  };
  route.post(PASSKEY_API.proof, ofProof, async ({ request, caller: session, body: { answer } }) => {
    const result = await proveByPasskey(deps, session, { browser: browserOf(request), answer });
    if (result === 'refused') refuse(PASSKEY_REFUSED);
    refuseUnproved(result);
    return accepted(MESSAGES.proved);
  });

  const ofRename = {
    does: 'Renames a passkey.',
    access: proof,
    body: renamePasskeyBody,
    refuses: [PASSKEY_REFUSED],
  };
  route.post(PASSKEY_API.rename, ofRename, async ({ caller: session, body }) => {
    await renamePasskey(deps, session, body);
    return accepted(PASSKEY_WORDS.done.renamed);
  });

  const ofRemove = {
    does: 'Removes a passkey.',
    access: proof,
    body: removePasskeyBody,
    refuses: [LAST_WAY_IN],
  };
  route.post(PASSKEY_API.remove, ofRemove, async ({ caller: session, body: { id } }) => {
    await removePasskey(deps, session, id);
    return accepted(PASSKEY_WORDS.done.removed);
  });
}
