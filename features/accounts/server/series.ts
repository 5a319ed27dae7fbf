import type { FastifyInstance } from 'fastify';
import { ACCOUNT_API } from '#contract/paths.ts';
import { RefusalError } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { counter } from '#server/metrics/series.ts';

export const SIGN_UPS = counter(
  'site_sign_ups_total',
  'Sign-ups taken, alike whether or not the address had an account.',
  {},
);

/** Creates a counter of sign-ins. Each feature creates one for its own sign-in methods. */
export const signInsBy = <const W extends string>(...way: readonly W[]) =>
  counter(
    'site_sign_ins_total',
    'Answers to somebody who wants to sign in. code-needed: the second step comes. refused: wrong password, passkey or code, or the provider or the person said no.',
    { way, outcome: ['signed-in', 'code-needed', 'refused', 'unverified', 'failed'] },
  );

export const PASSWORD_SIGN_INS = signInsBy('password');

export const VERIFICATIONS = counter(
  'site_verifications_total',
  'Confirmations of an address by a mailed link, and links mailed again.',
  { outcome: ['confirmed', 'password-needed', 'link-not-valid', 'sent-again'] },
);

export const PASSWORD_RESETS = counter(
  'site_password_resets_total',
  'Resets asked for (alike whether or not the address has an account), done, and tried with a bad link.',
  { outcome: ['asked', 'changed', 'link-not-valid'] },
);

export const ACCOUNT_DELETIONS = counter(
  'site_account_deletions_total',
  'Accounts deleted by their owners.',
  {},
);

type Count = Metrics['count'];

/**
 * The metrics that count each answer. The outer keys are paths; the inner keys are `accepted`, `codeNeeded` or the code of a
 * refusal. Other answers are not counted.
 */
export type Counted = Readonly<Record<string, Readonly<Record<string, (count: Count) => void>>>>;

export const ACCOUNT_ANSWERS: Counted = {
  [ACCOUNT_API.signUp]: { accepted: (count) => count(SIGN_UPS, {}) },
  [ACCOUNT_API.signIn]: {
    accepted: (count) => count(PASSWORD_SIGN_INS, { way: 'password', outcome: 'signed-in' }),
    codeNeeded: (count) => count(PASSWORD_SIGN_INS, { way: 'password', outcome: 'code-needed' }),
    INVALID_EMAIL_OR_PASSWORD: (count) => count(PASSWORD_SIGN_INS, { way: 'password', outcome: 'refused' }),
    EMAIL_NOT_VERIFIED: (count) => count(PASSWORD_SIGN_INS, { way: 'password', outcome: 'unverified' }),
    UNEXPECTED: (count) => count(PASSWORD_SIGN_INS, { way: 'password', outcome: 'failed' }),
  },
  [ACCOUNT_API.verify]: {
    accepted: (count) => count(VERIFICATIONS, { outcome: 'confirmed' }),
    PASSWORD_NEEDED: (count) => count(VERIFICATIONS, { outcome: 'password-needed' }),
    LINK_NOT_VALID: (count) => count(VERIFICATIONS, { outcome: 'link-not-valid' }),
  },
  [ACCOUNT_API.resendVerification]: {
    accepted: (count) => count(VERIFICATIONS, { outcome: 'sent-again' }),
  },
  [ACCOUNT_API.requestReset]: {
    accepted: (count) => count(PASSWORD_RESETS, { outcome: 'asked' }),
  },
  [ACCOUNT_API.reset]: {
    accepted: (count) => count(PASSWORD_RESETS, { outcome: 'changed' }),
    LINK_NOT_VALID: (count) => count(PASSWORD_RESETS, { outcome: 'link-not-valid' }),
  },
};

/** Counts what the caller sees, so that metrics reveal no more about an address than the answers do. */
export function countAnswers(
  app: FastifyInstance,
  { count }: { readonly count: Count },
  counted: Counted,
): void {
  app.addHook('onError', async ({ routeOptions: { url = '' } }, _reply, error) => {
    const code = error instanceof RefusalError ? error.code : 'UNEXPECTED';
    counted[url]?.[code]?.(count);
  });
  app.addHook('onSend', async ({ routeOptions: { url = '' } }, { statusCode }) => {
    if (statusCode === 202) counted[url]?.codeNeeded?.(count);
    else if (statusCode < 400) counted[url]?.accepted?.(count);
  });
}
