import type { Feature } from '#server/feature.ts';
import { PAYMENT_LIMITS } from './limits.ts';
import { paymentProblems } from './payment-problems.ts';
import { settlePaymentsJob } from './settling-job.ts';

export const cardPayments: Feature = {
  name: 'card-payments',
  limits: PAYMENT_LIMITS,
  jobs: [settlePaymentsJob],
  // Nothing that a visitor pays waits for keys that are not there.
  launchProblems: async ({ db, clock, settings }) =>
    settings.stripe?.secretKey === undefined ? [] : paymentProblems(db, clock()),
};
