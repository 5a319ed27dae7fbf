import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMITED, type Refusal } from '#contract/errors.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { pageRecord } from '#features/accounts/page-record.ts';
import { ACCOUNT_CLOSED, ACCOUNT_FROZEN } from '#features/accounts/refusals.ts';
import { ConflictError } from '#server/database/errors.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { refuseClosedOrFrozen } from './closed-accounts.ts';
import { DEVICE_MS } from './devices.ts';
import { type Browser, CodeNeededError, createSessionIn, REMEMBERED_MS, type SignedIn } from './sessions.ts';
import type { BegunSignIn, ProvedPerson } from './slots.ts';

export function createSignInAnswers(deps: AppDeps) {
  const { cookies } = deps;

  const browserOf = ({ headers, cookies: sent }: FastifyRequest): Browser => ({
    userAgent: headers['user-agent'],
    token: sent[cookies.session],
    device: sent[cookies.device],
    trusted: sent[cookies.trusted],
  });

  /** Sets the session cookie. A cookie without `maxAge` lasts until the browser is closed. */
  const setSession = (reply: FastifyReply, token: string, isRemembered: boolean) =>
    reply.setCookie(cookies.session, token, isRemembered ? { maxAge: REMEMBERED_MS / 1_000 } : {});

  const enter = (reply: FastifyReply, { token, device, record }: SignedIn, remembered: boolean) => {
    setSession(reply, token, remembered);
    reply.setCookie(cookies.device, device, { maxAge: DEVICE_MS / 1_000 });
    reply.clearCookie(cookies.pending);
    return { success: true, data: pageRecord(record), remembered } satisfies SessionAnswer;
  };

  /** Answers that a code is needed, with status 202, so that the answer is not counted as a sign-in. */
  const askForCode = (reply: FastifyReply, { step, ms }: BegunSignIn): SessionAnswer => {
    reply.setCookie(cookies.signInStep, step, { maxAge: ms / 1_000 }).code(202);
    return { success: true, data: null, secondStep: true };
  };

  /**
   * Signs in a person who has proved their identity, or asks for a code. Refuses a closed or frozen account. A right password does
   * not count towards the rate limit, even if a code is still needed.
   */
  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    person: ProvedPerson,
    { otherwise, giveBack }: { readonly otherwise: Refusal; readonly giveBack: () => Promise<void> },
  ): Promise<SessionAnswer> => {
    const created = (await createSession(deps, person, browserOf(request))) ?? refuse(otherwise);
    await giveBack();
    if ('step' in created) return askForCode(reply, created);
    return enter(reply, created, person.remember);
  };

  return { browserOf, setSession, enter, askForCode, signIn };
}

/**
 * Signs a person in, or begins a sign-in that needs a code. Refuses with ACCOUNT_CLOSED or ACCOUNT_FROZEN.
 * @returns undefined if the evidence is no longer valid, for example because the password was changed
 * @public
 */
export async function createSession(
  deps: Deps,
  person: ProvedPerson,
  browser: Browser,
): Promise<SignedIn | BegunSignIn | undefined> {
  const create = deps.db.transaction().execute((tx) => createSessionIn(deps, tx, person, browser));
  try {
    return await create.catch((error: unknown) => {
      if (error instanceof CodeNeededError) return error.secondStep.begin(deps, person);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await refuseClosedOrFrozen(deps, deps.db, person.userId);
    return undefined;
  }
}

export const SIGN_IN_REFUSALS = [ACCOUNT_CLOSED, ACCOUNT_FROZEN, RATE_LIMITED];
