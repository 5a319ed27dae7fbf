import type { Logger } from 'pino';
import { BRAND } from '#content/brand.ts';
import { createStripeApi, type StripeApi } from '#features/card-payments/server/stripe-api.ts';
import type { Settings } from '#server/settings/settings.ts';

/**
 * What the form service takes from the settings.
 *
 * @param signal ends calls to Stripe
 */
export function formSettings(
  settings: Settings,
  log: Logger,
  signal?: AbortSignal,
): { readonly notifyTo: string; readonly grievanceDays: number; readonly stripe: StripeApi | undefined } {
  const { stripe } = settings;
  return {
    notifyTo: notificationAddress(settings),
    grievanceDays: settings.grievanceDays,
    stripe:
      stripe?.secretKey === undefined
        ? undefined
        : createStripeApi(
            { secretKey: stripe.secretKey, apiUrl: stripe.apiUrl, ...(signal && { signal }) },
            log,
          ),
  };
}

/** Who hears of messages. */
export function notificationAddress({ formNotifyTo }: Settings): string {
  return formNotifyTo ?? BRAND.contactEmail;
}
