import type { Context, Hono } from 'hono';
import type { ErrorCode } from '#contract/errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { RefusalError } from '#server/http/refusal.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { LabelsOf } from '#server/metrics/series.ts';

type Answer = 'accepted' | ErrorCode;
type Outcomes<T extends string> = Partial<Record<Answer, T>>;

const SIGN_IN: Outcomes<LabelsOf<'site_sign_ins_total'>['outcome']> = {
  accepted: 'signed-in',
  INVALID_EMAIL_OR_PASSWORD: 'refused',
  EMAIL_NOT_VERIFIED: 'unverified',
  UNEXPECTED: 'failed',
};
const VERIFY: Outcomes<LabelsOf<'site_verifications_total'>['outcome']> = {
  accepted: 'confirmed',
  PASSWORD_NEEDED: 'password-needed',
  LINK_NOT_VALID: 'link-not-valid',
};
const RESET: Outcomes<LabelsOf<'site_password_resets_total'>['outcome']> = {
  accepted: 'changed',
  LINK_NOT_VALID: 'link-not-valid',
};

/**
 * Counts what callers of the account endpoints are told, and nothing that they are not: no number says more about an
 * address than the answer did. Other refusals (a body that is not readable, too many tries) are counted elsewhere.
 */
export function countAnswers(routes: Hono<AppEnv>, { count }: Pick<Metrics, 'count'>): void {
  const after = (path: string, countOne: (answer: Answer) => void) =>
    routes.use(path, async (c, next) => {
      await next();
      countOne(answerOf(c));
    });
  after(ACCOUNT_API.signUp, (answer) => {
    if (answer === 'accepted') count('site_sign_ups_total', {});
  });
  after(ACCOUNT_API.signIn, (answer) => {
    const outcome = SIGN_IN[answer];
    if (outcome !== undefined) count('site_sign_ins_total', { way: 'password', outcome });
  });
  after(ACCOUNT_API.verify, (answer) => {
    const outcome = VERIFY[answer];
    if (outcome !== undefined) count('site_verifications_total', { outcome });
  });
  after(ACCOUNT_API.resendVerification, (answer) => {
    if (answer === 'accepted') count('site_verifications_total', { outcome: 'sent-again' });
  });
  after(ACCOUNT_API.requestReset, (answer) => {
    if (answer === 'accepted') count('site_password_resets_total', { outcome: 'asked' });
  });
  after(ACCOUNT_API.reset, (answer) => {
    const outcome = RESET[answer];
    if (outcome !== undefined) count('site_password_resets_total', { outcome });
  });
}

function answerOf(c: Context<AppEnv>): Answer {
  if (c.error === undefined) return 'accepted';
  return c.error instanceof RefusalError ? c.error.code : 'UNEXPECTED';
}
