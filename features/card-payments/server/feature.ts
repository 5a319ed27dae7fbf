import type { Feature } from '#server/feature.ts';
import { PAYMENT_LIMITS } from './limits.ts';
import { settlePaymentsJob } from './settling-job.ts';

export const cardPayments: Feature = {
  name: 'card-payments',
  limits: PAYMENT_LIMITS,
  jobs: [settlePaymentsJob],
};
