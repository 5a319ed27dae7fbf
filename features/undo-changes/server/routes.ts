import type { FastifyInstance } from 'fastify';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { countProofTry } from '#features/accounts/server/devices.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { UNPROVED_REFUSALS } from '#features/accounts/server/proof.ts';
import { decideBody, notMeAnswer, notMeBody, takeBackBody } from '#features/undo-changes/bodies.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { CHANGE_DECIDED, TAKE_BACK_REFUSED } from '#features/undo-changes/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { accepted, refuse } from '#server/http/refusal.ts';
import {
  contestChange,
  decideChange,
  findChange,
  isRecoveryCode,
  takeBackByLink,
} from './contested-changes.ts';

export function changeRoutes(app: FastifyInstance, deps: AppDeps): void {
  const route = declareRoutes(app, deps);
  const { firstStep } = createAccess(deps);

  const ofNotMe = {
    does: 'Freezes an account, by the mailed token of a change that its owner did not make.',
    body: notMeBody,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: notMeAnswer },
    refuses: [LINK_NOT_VALID],
  };
  route.post(CHANGES_API.notMe, ofNotMe, async ({ body: { token } }) => {
    const kind = await contestChange(deps, token);
    return { ...accepted(NOT_ME_WORDS[kind].lead), kind };
  });

  const ofTakeBack = {
    does: 'Undoes a change, by its mailed token and what only the owner knows.',
    body: takeBackBody,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    refuses: [LINK_NOT_VALID, TAKE_BACK_REFUSED],
  };
  route.post(CHANGES_API.takeBack, ofTakeBack, async ({ request, body: { token, proof } }) => {
    const change = (await findChange(deps, token)) ?? refuse(LINK_NOT_VALID);
    const { id: place, user_id: userId } = change;
    if (!isRecoveryCode(change, proof))
      await countProofTry(deps, { userId, place }, request.cookies[deps.cookies.device]);
    await takeBackByLink(deps, change, proof);
    return accepted(NOT_ME_WORDS.takenBack.lead);
  });

  const ofDecide = {
    does: 'Decides a contested change: undoes or keeps it.',
    access: firstStep,
    body: decideBody,
    refuses: [CHANGE_DECIDED, ...UNPROVED_REFUSALS],
  };
  route.post(CHANGES_API.decide, ofDecide, async ({ caller: session, body }) => {
    await decideChange(deps, session, body);
    return accepted(SECURITY_WORDS.contested.done[body.decision]);
  });
}
