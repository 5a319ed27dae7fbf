import type { Feature } from '#server/feature.ts';
import { forgetPayments } from './forget-payments.ts';
import { paymentLaunchChecks } from './launch-checks.ts';
import { PAYMENT_LIMITS } from './limits.ts';
import { paymentPages } from './pages.ts';
import { paymentProblems } from './payment-problems.ts';
import { paymentSettings } from './settings.ts';
import { settlePaymentsJob } from './settling-job.ts';
import { paymentTables } from './tables.ts';

export const cardPayments: Feature = {
  name: 'card-payments',
  settings: paymentSettings,
  launchChecks: paymentLaunchChecks,
  pages: paymentPages,
  tables: paymentTables,
  messagesErased: forgetPayments,
  limits: PAYMENT_LIMITS,
  jobs: [settlePaymentsJob],
  // Nothing that a visitor pays waits for keys that are not there.
  launchProblems: async ({ db, clock, settings }) =>
    settings.stripe?.secretKey === undefined ? [] : paymentProblems(db, clock()),
};
