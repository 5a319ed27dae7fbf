import type { FastifyInstance } from 'fastify';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { noteSavedCodes } from '#features/accounts/server/codes.ts';
import { countCodeTry } from '#features/accounts/server/devices.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { checkProof, refuseUnproved, UNPROVED_REFUSALS } from '#features/accounts/server/proof.ts';
import { signInsBy } from '#features/accounts/server/series.ts';
import { createSignInAnswers, SIGN_IN_REFUSALS } from '#features/accounts/server/sign-in-answers.ts';
import {
  codeBody,
  codeSignInAnswer,
  codesSavedBody,
  recoveryCodesAnswer,
  recoveryCodesBody,
  secondStepBegun,
  signInCodeBody,
} from '#features/two-step/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { SECOND_STEP_CHANGED, SECOND_STEP_ENDED } from '#features/two-step/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { OTHER } from '#server/metrics/series.ts';
import { finishSignIn, TRUSTED_MS, takeSignInStep } from './sign-in-steps.ts';
import { beginSecondStep, confirmSecondStep, newRecoveryCodes, turnSecondStepOff } from './turn-on.ts';

export const CODE_SIGN_INS = signInsBy(OTHER);

export function secondStepRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { cookies } = deps;
  const route = declareRoutes(app, deps);
  const { session: bySession, proof, firstStep } = createAccess(deps);
  const { browserOf, enter } = createSignInAnswers(deps);

  const ofSignIn = {
    does: 'Completes a sign-in that was answered with `secondStep`, by a code of an authenticator app or a recovery code.',
    body: signInCodeBody,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: codeSignInAnswer },
    refuses: [SECOND_STEP_ENDED, SECOND_STEP_REFUSED, ...SIGN_IN_REFUSALS],
  };
  route.post(SECOND_STEP_API.signIn, ofSignIn, async ({ request, reply, body }) => {
    const step = await takeSignInStep(deps, request.cookies[cookies.signInStep]);
    const { user_id: userId, way } = step;
    const giveBack = await countCodeTry(deps, { userId, code: body.code }, request.cookies[cookies.device]);
    const finished = await finishSignIn(deps, step, body, browserOf(request));
    const outcome = finished === undefined ? 'refused' : 'signed-in';
    deps.metrics.count(CODE_SIGN_INS, { way, outcome });
    const { signedIn, trusted, recoveryCodesLeft } = finished ?? refuse(SECOND_STEP_REFUSED);
    await giveBack();
    if (trusted !== undefined) reply.setCookie(cookies.trusted, trusted, { maxAge: TRUSTED_MS / 1_000 });
    reply.clearCookie(cookies.signInStep);
    return { ...enter(reply, signedIn, step.remember === 1), recoveryCodesLeft };
  });

  const ofBegin = {
    does: 'Makes the secret for an authenticator app, which counts once it is confirmed.',
    access: proof,
    answers: { 200: secondStepBegun },
    refuses: [SECOND_STEP_CHANGED],
  };
  route.post(SECOND_STEP_API.begin, ofBegin, async ({ caller: session }) => {
    return answered(await beginSecondStep(deps, session));
  });

  const ofConfirm = {
    does: 'Turns two-step verification on by a first code of the app.',
    access: proof,
    body: codeBody,
    answers: { 200: recoveryCodesAnswer },
    refuses: [SECOND_STEP_REFUSED, SECOND_STEP_CHANGED],
  };
  route.post(SECOND_STEP_API.confirm, ofConfirm, async ({ request, caller: session, body: { code } }) => {
    const { userId } = session;
    const device = request.cookies[cookies.device];
    const giveBack = await countCodeTry(deps, { userId, code }, device);
    const made = await confirmSecondStep(deps, session, { code, device });
    await giveBack();
    return answered(made);
  });

  const ofCodes = {
    does: 'Replaces the recovery codes.',
    access: firstStep,
    body: recoveryCodesBody,
    answers: { 200: recoveryCodesAnswer },
    refuses: [SECOND_STEP_CHANGED, ...UNPROVED_REFUSALS],
  };
  route.post(SECOND_STEP_API.recoveryCodes, ofCodes, async ({ request, caller: session, body: { code } }) => {
    if (code !== undefined) refuseUnproved(await checkProof(deps, request, session, { code }));
    return answered(await newRecoveryCodes(deps, session));
  });

  const ofSaved = {
    does: 'Records that the owner saved a set of recovery codes.',
    access: bySession,
    body: codesSavedBody,
  };
  route.post(SECOND_STEP_API.codesSaved, ofSaved, async ({ caller: { userId }, body: { set } }) => {
    await noteSavedCodes(deps.db, userId, set);
    return accepted(SECOND_STEP_WORDS.savedDone);
  });

  const ofOff = {
    does: 'Turns two-step verification off.',
    access: firstStep,
    body: codeBody,
    refuses: UNPROVED_REFUSALS,
  };
  route.post(SECOND_STEP_API.off, ofOff, async ({ request, caller: session, body }) => {
    refuseUnproved(await checkProof(deps, request, session, body));
    await turnSecondStepOff(deps, session);
    return accepted(SECOND_STEP_WORDS.offDone);
  });
}
