import { withForms } from '#features/forms/server/form-definitions.ts';
import { notificationAddress } from '#features/forms/server/form-settings.ts';
import { FORM_SUBMISSIONS } from '#features/forms/server/series.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { OTHER } from '#server/metrics/series.ts';
import type { SettleDeps } from './settle.ts';
import { settlePayments } from './settle-payments.ts';
import { stripeOf } from './stripe-api.ts';

/**
 * Settles what earlier processes left behind, then what is due. Without a secret key it only removes what was never paid. It does not
 * wait for Stripe when the process stops. One query where nothing waits; `payment.ts` says when each payment is looked at.
 */
export const settlePaymentsJob: Job = {
  name: 'the payments of messages',
  every: 15_000,
  run: async (deps, { isFirst, signal }) => {
    const received = await settlePayments(settleDeps(deps, signal), { everything: isFirst, signal });
    deps.metrics.count(FORM_SUBMISSIONS, { form: OTHER, outcome: 'received' }, received);
    if (received > 0) deps.log.info({ received }, 'received messages whose payment had gone through');
  },
};

/** @param signal ends calls to Stripe */
export function settleDeps(deps: AppDeps, signal?: AbortSignal): SettleDeps {
  return {
    ...withForms(deps),
    notifyTo: notificationAddress(deps.settings),
    stripe: stripeOf(deps.settings, deps.log, signal),
  };
}
