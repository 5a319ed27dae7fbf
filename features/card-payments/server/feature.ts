import type { Feature } from '#server/feature.ts';
import { settlePaymentsJob } from './settling-job.ts';

export const cardPayments: Feature = {
  name: 'card-payments',
  jobs: [settlePaymentsJob],
};
