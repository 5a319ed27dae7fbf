import type { FastifyInstance } from 'fastify';
import { ACCOUNT_API } from '#contract/paths.ts';
import { RefusalError } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { PASSWORD_RESETS, PASSWORD_SIGN_INS, SIGN_UPS, VERIFICATIONS } from './series.ts';

type Count = Metrics['count'];

/** What is counted at each path, by the answer: `accepted`, `codeNeeded`, or the code of the refusal. Other answers are not counted. */
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

/**
 * Counts answers of the account endpoints by what the caller is told, so that no number says more about an address.
 */
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
