import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { LAST_WAY_IN, NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { createRequire, refuseUnproved } from '#features/accounts/server/security/guards.ts';
import { type Counted, countAnswers, signInsBy } from '#features/accounts/server/series.ts';
import { createSignInAnswers } from '#features/accounts/server/sign-in-answers.ts';
import {
  type AddOptions,
  addPasskeyBody,
  type PasskeyAddedAnswer,
  type PasskeyOptionsAnswer,
  passkeyOptionsBody,
  provePasskeyBody,
  removePasskeyBody,
  renamePasskeyBody,
  signInPasskeyBody,
  type UseOptions,
} from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { networkOf } from '#server/http/client-address.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import { CHALLENGE_SECONDS } from './challenges.ts';
import { checkPasskey, passkeyStep, proveByPasskey } from './check-passkey.ts';
import { optionsToAdd, optionsToUse } from './options.ts';
import { addPasskey, removePasskey, renamePasskey } from './passkeys.ts';

export const PASSKEY_LIMITS = rateLimits({
  /** Each is a row for five minutes, and every visit of the sign-in page asks for one. */
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

/** The endpoints of `features/passkeys/bodies.ts` (docs/decisions/0067-passkeys.md). */
export function passkeyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  countAnswers(app, deps.metrics, ANSWERS);
  const { cookies, takeFromLimit } = deps;
  const { requireSession, requireProof } = createRequire(deps);
  const { signIn } = createSignInAnswers(deps);

  /** Tabs share the token: what one of them was asked stays good when another one asks. */
  const keepBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const sent = request.cookies[cookies.passkey] ?? '';
    const browser = /^[\w-]{43}$/.test(sent) ? sent : deps.newToken();
    reply.setCookie(cookies.passkey, browser, { maxAge: CHALLENGE_SECONDS });
    return browser;
  };
  const browserOf = (request: FastifyRequest) => request.cookies[cookies.passkey] ?? refuse(PASSKEY_REFUSED);

  app.post(PASSKEY_API.options, async (request, reply) => {
    const { purpose } = parseBody(request, passkeyOptionsBody);
    await takeFromLimit(PASSKEY_LIMITS.passkeyOptionsPerIp, networkOf(request));
    if (purpose === 'add') {
      const { userId } = await requireProof(request);
      const asked = { purpose, userId, browser: keepBrowser(request, reply) };
      const options = (await optionsToAdd(deps, asked)) ?? refuse(NOT_SIGNED_IN);
      return { success: true, options } satisfies PasskeyOptionsAnswer<AddOptions>;
    }
    const userId = purpose === 'proof' ? (await requireSession(request)).userId : undefined;
    const options = await optionsToUse(deps, { purpose, userId, browser: keepBrowser(request, reply) });
    return { success: true, options } satisfies PasskeyOptionsAnswer<UseOptions>;
  });

  app.post(PASSKEY_API.add, async (request) => {
    const session = await requireProof(request);
    const { answer } = parseBody(request, addPasskeyBody);
    const name = browserKind(request.headers['user-agent']);
    const made =
      (await addPasskey(deps, session, { browser: browserOf(request), answer, name })) ??
      refuse(PASSKEY_REFUSED);
    return { ...accepted(PASSKEY_WORDS.done.added), ...made } satisfies PasskeyAddedAnswer;
  });

  app.post(PASSKEY_API.signIn, async (request, reply) => {
    const { answer, rememberDevice: remember } = parseBody(request, signInPasskeyBody);
    const giveBack = await takeFromLimit(ACCOUNT_LIMITS.signInPerIp, networkOf(request));
    const asked = { purpose: 'sign-in', browser: browserOf(request) } as const;
    const passkey = (await checkPasskey(deps, asked, answer)) ?? refuse(PASSKEY_REFUSED);
    const person = { userId: passkey.userId, proof: passkeyStep(deps, passkey), remember };
    return signIn(request, reply, person, { otherwise: PASSKEY_REFUSED, giveBack });
  });

  app.post(PASSKEY_API.proof, async (request) => {
    const session = await requireSession(request);
    const { answer } = parseBody(request, provePasskeyBody);
    const result = await proveByPasskey(deps, session, { browser: browserOf(request), answer });
    if (result === 'refused') refuse(PASSKEY_REFUSED);
    refuseUnproved(result);
    return accepted(MESSAGES.proved);
  });

  app.post(PASSKEY_API.rename, async (request) => {
    const session = await requireProof(request);
    if (!(await renamePasskey(deps, session, parseBody(request, renamePasskeyBody)))) refuse(PASSKEY_REFUSED);
    return accepted(PASSKEY_WORDS.done.renamed);
  });

  app.post(PASSKEY_API.remove, async (request) => {
    const session = await requireProof(request);
    const { id } = parseBody(request, removePasskeyBody);
    if ((await removePasskey(deps, session, id)) === 'last-way-in') refuse(LAST_WAY_IN);
    return accepted(PASSKEY_WORDS.done.removed);
  });
}
