import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';
import { noteSavedCodes } from '#features/accounts/server/codes.ts';
import { takeCode } from '#features/accounts/server/devices.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { checkProof, createRequire, refuseUnproved } from '#features/accounts/server/security/guards.ts';
import { signInsBy } from '#features/accounts/server/series.ts';
import { createSignInAnswers, refuseClosed } from '#features/accounts/server/sign-in-answers.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import {
  codeBody,
  codesSavedBody,
  type RecoveryCodesAnswer,
  recoveryCodesBody,
  type SecondStepBegun,
  signInCodeBody,
} from '#features/two-step/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { SECOND_STEP_CHANGED, SECOND_STEP_ENDED } from '#features/two-step/refusals.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { OTHER } from '#server/metrics/series.ts';
import { finishSignIn, TRUSTED_SECONDS } from './finish-sign-in.ts';
import { takeSignInStep } from './sign-in-steps.ts';
import { beginSecondStep, confirmSecondStep, newRecoveryCodes, turnSecondStepOff } from './turn-on.ts';

/** By whatever was the first step. */
export const CODE_SIGN_INS = signInsBy(OTHER);

/** The endpoints of `features/two-step/bodies.ts` (docs/decisions/0068-second-step.md). */
export function secondStepRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { cookies, takeFromLimit } = deps;
  const { requireSession, requireProof, requireFirstStep } = createRequire(deps);
  const { browserOf, enter } = createSignInAnswers(deps);

  /** What asks for a code itself needs all of a proof but that. */
  const proveByCode = async (request: FastifyRequest, session: Session, code: string) => {
    const result = await checkProof(deps, request, session, { password: undefined, code });
    refuseUnproved(result);
  };

  app.post(SECOND_STEP_API.signIn, async (request, reply) => {
    const body = parseBody(request, signInCodeBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const step =
      (await takeSignInStep(deps, request.cookies[cookies.signInStep])) ?? refuse(SECOND_STEP_ENDED);
    const { userId } = step;
    const giveBack = await takeCode(deps, { userId, code: body.code }, request.cookies[cookies.device]);
    const { way } = step;
    const result = await finishSignIn(deps, step, body, browserOf(request));
    if (result.kind === 'ended') await refuseClosed(deps, step.userId);
    if (result.kind === 'ended') refuse(SECOND_STEP_ENDED);
    if (result.kind === 'wrong-code') {
      deps.metrics.count(CODE_SIGN_INS, { way, outcome: 'refused' });
      refuse(SECOND_STEP_REFUSED);
    }
    await giveBack();
    deps.metrics.count(CODE_SIGN_INS, { way, outcome: 'signed-in' });
    if (result.trusted !== undefined)
      reply.setCookie(cookies.trusted, result.trusted, { maxAge: TRUSTED_SECONDS });
    reply.clearCookie(cookies.signInStep);
    return enter(reply, result.signedIn, step.remember);
  });

  app.post(SECOND_STEP_API.begin, async (request) => {
    const session = await requireProof(request);
    const begun = (await beginSecondStep(deps, session)) ?? refuse(SECOND_STEP_CHANGED);
    return { success: true, ...begun } satisfies SecondStepBegun;
  });

  app.post(SECOND_STEP_API.confirm, async (request) => {
    const session = await requireProof(request);
    const { code } = parseBody(request, codeBody);
    const { userId } = session;
    const giveBack = await takeCode(deps, { userId, code }, request.cookies[cookies.device]);
    const result = await confirmSecondStep(deps, session, code);
    if (result.kind === 'wrong-code') refuse(SECOND_STEP_REFUSED);
    await giveBack();
    if (result.kind === 'changed') refuse(SECOND_STEP_CHANGED);
    return { success: true, codes: result.codes, set: result.set } satisfies RecoveryCodesAnswer;
  });

  app.post(SECOND_STEP_API.recoveryCodes, async (request) => {
    const { code } = parseBody(request, recoveryCodesBody);
    const session = await requireFirstStep(request);
    if (code !== undefined) await proveByCode(request, session, code);
    const made = (await newRecoveryCodes(deps, session)) ?? refuse(SECOND_STEP_CHANGED);
    return { success: true, ...made } satisfies RecoveryCodesAnswer;
  });

  app.post(SECOND_STEP_API.codesSaved, async (request) => {
    const { userId } = await requireSession(request);
    const { set } = parseBody(request, codesSavedBody);
    await noteSavedCodes(deps.db, userId, set);
    return accepted(SECOND_STEP_WORDS.savedDone);
  });

  app.post(SECOND_STEP_API.off, async (request) => {
    const session = await requireFirstStep(request);
    const { code } = parseBody(request, codeBody);
    await proveByCode(request, session, code);
    await turnSecondStepOff(deps, session);
    return accepted(SECOND_STEP_WORDS.offDone);
  });
}
