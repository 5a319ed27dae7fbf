import type { FastifyInstance, FastifyReply } from 'fastify';
import { SECOND_STEP_WORDS } from '#content/second-step.ts';
import type { AcceptedAnswer, SessionAnswer } from '#contract/identity.ts';
import { pageRecord } from '#contract/page-record.ts';
import {
  codeBody,
  type RecoveryCodesAnswer,
  recoveryCodesBody,
  type SecondStepBegun,
  signInCodeBody,
} from '#contract/second-step.ts';
import { SECOND_STEP_API } from '#contract/second-step-paths.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import {
  type CookieNames,
  cookieAttributes,
  deviceCookieAttributes,
  sessionCookieAttributes,
} from '../cookies.ts';
import { refuseClosed } from '../refuse-closed.ts';
import { createRequire } from '../security/require-session.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { STEP_SECONDS, takeSignInStep } from './sign-in-steps.ts';
import { TRUSTED_SECONDS } from './trusted-browsers.ts';
import {
  beginSecondStep,
  confirmSecondStep,
  newRecoveryCodes,
  newRecoveryCodesOfPasskey,
  turnSecondStepOff,
} from './turn-on.ts';

type SecondStepRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly metrics: Metrics;
};

/** Gives the browser the cookie of a sign-in that needs a code. */
export function askForCode(
  reply: FastifyReply,
  { cookies, origin }: Pick<SecondStepRoutesDeps, 'cookies' | 'origin'>,
  step: string,
): void {
  reply.setCookie(cookies.signInStep, step, { ...cookieAttributes(origin), maxAge: STEP_SECONDS });
}

/** The answer to a sign-in that needs a code. Another status than that of a sign-in, so that it is not counted as one. */
export function codeNeeded(reply: FastifyReply): SessionAnswer {
  reply.code(202);
  return { success: true, data: null, secondStep: true };
}

/** The endpoints of `contract/second-step.ts` (docs/decisions/0068-second-step.md). */
export function secondStepRoutes(app: FastifyInstance, deps: SecondStepRoutesDeps): void {
  const { cookies, origin, takeFromLimit } = deps;
  const { requireProof, requireFirstStep } = createRequire(deps);

  app.post(SECOND_STEP_API.signIn, async (request, reply) => {
    const body = parseBody(request, signInCodeBody);
    await takeFromLimit('linkPerIp', networkOf(request));
    const step =
      (await takeSignInStep(deps, request.cookies[cookies.signInStep])) ?? refuse('SECOND_STEP_ENDED');
    const giveBack = await takeFromLimit('codesPerAccount', step.userId);
    const { way } = step;
    const result = await finishSignIn(deps, step, body, {
      userAgent: request.headers['user-agent'],
      token: request.cookies[cookies.session],
      device: request.cookies[cookies.device],
      trusted: request.cookies[cookies.trusted],
    });
    if (result.kind === 'ended') await refuseClosed(deps.db, step.userId);
    if (result.kind === 'ended') refuse('SECOND_STEP_ENDED');
    if (result.kind === 'wrong-code') {
      deps.metrics.count('site_sign_ins_total', { way, outcome: 'refused' });
      refuse('SECOND_STEP_REFUSED');
    }
    await giveBack();
    deps.metrics.count('site_sign_ins_total', { way, outcome: 'signed-in' });
    const { token, device, record } = result.signedIn;
    reply.setCookie(cookies.session, token, sessionCookieAttributes(origin, step.remember));
    reply.setCookie(cookies.device, device, deviceCookieAttributes(origin));
    if (result.trusted !== undefined)
      reply.setCookie(cookies.trusted, result.trusted, {
        ...cookieAttributes(origin),
        maxAge: TRUSTED_SECONDS,
      });
    reply.clearCookie(cookies.signInStep, cookieAttributes(origin));
    reply.clearCookie(cookies.pending, cookieAttributes(origin));
    return { success: true, data: pageRecord(record), remembered: step.remember } satisfies SessionAnswer;
  });

  app.post(SECOND_STEP_API.begin, async (request) => {
    const session = await requireProof(request);
    const begun = (await beginSecondStep(deps, session)) ?? refuse('SECOND_STEP_CHANGED');
    return { success: true, ...begun } satisfies SecondStepBegun;
  });

  app.post(SECOND_STEP_API.confirm, async (request) => {
    const session = await requireProof(request);
    const { code } = parseBody(request, codeBody);
    const giveBack = await takeFromLimit('codesPerAccount', session.userId);
    const result = await confirmSecondStep(deps, session, code);
    if (result.kind === 'wrong-code') refuse('SECOND_STEP_REFUSED');
    await giveBack();
    if (result.kind === 'changed') refuse('SECOND_STEP_CHANGED');
    return { success: true, codes: result.codes } satisfies RecoveryCodesAnswer;
  });

  app.post(SECOND_STEP_API.recoveryCodes, async (request) => {
    const { code } = parseBody(request, recoveryCodesBody);
    if (code === undefined) {
      const codes = await newRecoveryCodesOfPasskey(deps, await requireProof(request));
      return { success: true, codes: codes ?? refuse('SECOND_STEP_CHANGED') } satisfies RecoveryCodesAnswer;
    }
    const session = await requireFirstStep(request);
    const giveBack = await takeFromLimit('codesPerAccount', session.userId);
    const codes = (await newRecoveryCodes(deps, session, code)) ?? refuse('SECOND_STEP_REFUSED');
    await giveBack();
    return { success: true, codes } satisfies RecoveryCodesAnswer;
  });

  app.post(SECOND_STEP_API.off, async (request) => {
    const session = await requireFirstStep(request);
    const { code } = parseBody(request, codeBody);
    const giveBack = await takeFromLimit('codesPerAccount', session.userId);
    if (!(await turnSecondStepOff(deps, session, code))) refuse('SECOND_STEP_REFUSED');
    await giveBack();
    return { success: true, message: SECOND_STEP_WORDS.offDone } satisfies AcceptedAnswer;
  });
}
