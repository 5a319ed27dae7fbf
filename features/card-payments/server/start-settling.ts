import type { AccountsDeps } from '#features/accounts/server/accounts-deps.ts';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { formSettings } from '#features/forms/server/form-settings.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { OTHER } from '#server/metrics/series.ts';
import type { Settings } from '#server/settings/settings.ts';
import { settlePayments } from './settle-payments.ts';

/** One query where nothing waits; `payment.ts` says when each payment is looked at. */
const EACH_MS = 15_000;

type SettlingDeps = Pick<
  AccountsDeps,
  'db' | 'clock' | 'newId' | 'keyring' | 'mails' | 'wakeMail' | 'log'
> & {
  readonly settings: Settings;
  readonly metrics: Metrics;
};

/**
 * Settles what earlier processes left behind, then what is due, every few seconds. Without a secret key it only removes what
 * was never paid. A failed round is logged.
 *
 * @returns stops it without waiting for Stripe; resolves when the round under way is done
 */
export function startSettling(deps: SettlingDeps): () => Promise<void> {
  const ending = new AbortController();
  const { notifyTo, stripe } = formSettings(deps.settings, deps.log, ending.signal);
  const round = async (everything: boolean) => {
    try {
      const received = await settlePayments(
        { ...deps, forms: FORM_DEFINITIONS, notifyTo, stripe },
        { everything, signal: ending.signal },
      );
      deps.metrics.count('site_form_submissions_total', { form: OTHER, outcome: 'received' }, received);
      if (received > 0) deps.log.info({ received }, 'received messages whose payment had gone through');
    } catch (err) {
      deps.log.error({ err }, 'could not settle the payments of messages');
    }
  };
  let settling = round(true);
  const timer = setInterval(() => {
    settling = settling.then(() => round(false));
  }, EACH_MS).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await settling;
  };
}
