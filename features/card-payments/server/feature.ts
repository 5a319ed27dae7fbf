import type { Feature } from '#server/feature.ts';
import { forgetPayments, keepPayments } from './payment.ts';
import { paymentLaunchChecks, paymentPages, paymentProblems, paymentSettings } from './settings.ts';
import { settlePaymentsJob } from './settle.ts';
import { stripeOf } from './stripe-api.ts';
import { PAYMENT_LIMITS, submitPaid } from './submit-paid.ts';
import { paymentTables } from './tables.ts';

const STRIPE_MS = 20_000;

export const cardPayments: Feature = {
  name: 'card-payments',
  lostWithout:
    'Messages carry no payment. A message whose payment has not gone through was never received, and is deleted: wait until `npm run doctor` lists none. Payments that went through stay at Stripe.',
  rowsElsewhere: { submissions: "state = 'unpaid'" },
  packages: ['stripe'],
  settings: paymentSettings,
  launchChecks: paymentLaunchChecks,
  pages: paymentPages,
  tables: paymentTables,
  messagesErased: forgetPayments,
  messagesDeleted: keepPayments,
  payments:
    (deps) =>
    (...sent) => {
      const stripe = stripeOf(deps.settings, deps.log, AbortSignal.timeout(STRIPE_MS));
      return submitPaid({ ...deps, stripe }, ...sent);
    },
  limits: PAYMENT_LIMITS,
  jobs: [settlePaymentsJob],
  // Without a secret key no payment is possible, so earlier refusals do not matter.
  launchProblems: async ({ db, clock, settings }) =>
    settings.stripe?.secretKey === undefined ? [] : paymentProblems(db, clock()),
};
