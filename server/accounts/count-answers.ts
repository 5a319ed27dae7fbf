import type { FastifyInstance } from 'fastify';
import { ACCOUNT_API } from '#contract/paths.ts';
import { RefusalError } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';

type Count = Metrics['count'];

/** What is counted at each path, by the answer: `accepted`, or the code of the refusal. Other answers are not counted. */
const COUNTED: Readonly<Record<string, Readonly<Record<string, (count: Count) => void>>>> = {
  [ACCOUNT_API.signUp]: { accepted: (count) => count('site_sign_ups_total', {}) },
  [ACCOUNT_API.signIn]: {
    accepted: (count) => count('site_sign_ins_total', { way: 'password', outcome: 'signed-in' }),
    INVALID_EMAIL_OR_PASSWORD: (count) =>
      count('site_sign_ins_total', { way: 'password', outcome: 'refused' }),
    EMAIL_NOT_VERIFIED: (count) => count('site_sign_ins_total', { way: 'password', outcome: 'unverified' }),
    UNEXPECTED: (count) => count('site_sign_ins_total', { way: 'password', outcome: 'failed' }),
  },
  [ACCOUNT_API.verify]: {
    accepted: (count) => count('site_verifications_total', { outcome: 'confirmed' }),
    PASSWORD_NEEDED: (count) => count('site_verifications_total', { outcome: 'password-needed' }),
    LINK_NOT_VALID: (count) => count('site_verifications_total', { outcome: 'link-not-valid' }),
  },
  [ACCOUNT_API.resendVerification]: {
    accepted: (count) => count('site_verifications_total', { outcome: 'sent-again' }),
  },
  [ACCOUNT_API.requestReset]: {
    accepted: (count) => count('site_password_resets_total', { outcome: 'asked' }),
  },
  [ACCOUNT_API.reset]: {
    accepted: (count) => count('site_password_resets_total', { outcome: 'changed' }),
    LINK_NOT_VALID: (count) => count('site_password_resets_total', { outcome: 'link-not-valid' }),
  },
};

/**
 * Counts what callers of the account endpoints are told, and nothing that they are not: no number says more about an
 * address than the answer did.
 */
export function countAnswers(app: FastifyInstance, { count }: { readonly count: Count }): void {
  app.addHook('onError', async ({ routeOptions: { url = '' } }, _reply, error) => {
    const code = error instanceof RefusalError ? error.code : 'UNEXPECTED';
    COUNTED[url]?.[code]?.(count);
  });
  app.addHook('onSend', async ({ routeOptions: { url = '' } }, { statusCode }) => {
    if (statusCode < 400) COUNTED[url]?.accepted?.(count);
  });
}
