import type { Feature } from '#server/feature.ts';
import { PAYMENT_LIMITS } from './pay.ts';
import { forgetPayments, keepPayments } from './payment.ts';
import { paymentLaunchChecks, paymentPages, paymentProblems, paymentSettings } from './settings.ts';
import { settleDeps, settlePaymentsJob } from './settle.ts';
import { submitPaid } from './submit-paid.ts';
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
  submitPaid: (deps, ...sent) => submitPaid(settleDeps(deps, AbortSignal.timeout(STRIPE_MS)), ...sent),
  limits: PAYMENT_LIMITS,
  jobs: [settlePaymentsJob],
  // Without a secret key no payment is possible, so earlier refusals by Stripe are not reported.
  launchProblems: async ({ db, clock, settings }) =>
    settings.stripe?.secretKey === undefined ? [] : paymentProblems(db, clock()),
};
