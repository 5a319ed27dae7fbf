import type { FastifyInstance } from 'fastify';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { takeProof } from '#features/accounts/server/devices.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { createRequire } from '#features/accounts/server/security/guards.ts';
import { decideBody, type NotMeAnswer, notMeBody, takeBackBody } from '#features/undo-changes/bodies.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { CHANGE_DECIDED, TAKE_BACK_REFUSED } from '#features/undo-changes/refusals.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { contestChange, decideChange, findChange, isRecoveryCode, takeBackByLink } from './decide.ts';

/** The endpoints of `features/undo-changes/bodies.ts` (docs/decisions/0069-told-and-stopped.md). */
export function changeRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { takeFromLimit } = deps;
  const { requireFirstStep } = createRequire(deps);

  app.post(CHANGES_API.notMe, async (request) => {
    const { token } = parseBody(request, notMeBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const result = await contestChange(deps, token);
    if (result === 'gone') refuse(LINK_NOT_VALID);
    return { ...accepted(NOT_ME_WORDS[result].lead), kind: result } satisfies NotMeAnswer;
  });

  app.post(CHANGES_API.takeBack, async (request) => {
    const { token, proof } = parseBody(request, takeBackBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const change = (await findChange(deps, token)) ?? refuse(LINK_NOT_VALID);
    const { id: place, userId } = change;
    if (!isRecoveryCode(change, proof))
      await takeProof(deps, { userId, place }, request.cookies[deps.cookies.device]);
    const result = await takeBackByLink(deps, change, proof);
    if (result === 'gone') refuse(LINK_NOT_VALID);
    if (result === 'wrong-proof') refuse(TAKE_BACK_REFUSED);
    return accepted(NOT_ME_WORDS.takenBack.lead);
  });

  app.post(CHANGES_API.decide, async (request) => {
    const session = await requireFirstStep(request);
    const body = parseBody(request, decideBody);
    if (!(await decideChange(deps, session, body))) refuse(CHANGE_DECIDED);
    return accepted(SECURITY_WORDS.contested.done[body.decision]);
  });
}
