import { z } from 'zod';
import { origin, overHttps } from '#server/settings/fields.ts';
import { type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const paymentSettings = settingsPart({
  fields: {
    // It stands in every page: the other key in its place would be handed to everybody.
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_\w+$/, 'must be the publishable key, which begins with pk_')
      .optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_\w+$/, 'must be the secret key, which begins with sk_ or rk_')
      .optional(),
    STRIPE_API_URL: overHttps(origin, 'secrets are').default('https://api.stripe.com'),
  },
  shown: { STRIPE_API_URL: 'host' },
  problems: ({ STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_SECRET_KEY: secret }) => [
    publishable === undefined &&
      secret !== undefined && ['STRIPE_PUBLISHABLE_KEY', 'is required with STRIPE_SECRET_KEY'],
    publishable !== undefined &&
      secret !== undefined &&
      isForTests(secret) !== isForTests(publishable) && [
        'STRIPE_SECRET_KEY',
        'belongs to another mode than STRIPE_PUBLISHABLE_KEY: both must be live, or both for tests',
      ],
  ],
  values: ({
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_URL: apiUrl,
  }) => ({
    stripe: publishableKey === undefined ? undefined : { publishableKey, secretKey, apiUrl },
  }),
});

/** Stripe's keys say so: `sk_test_…`, `pk_live_…`. */
export function isForTests(stripeKey: string): boolean {
  return stripeKey.split('_')[1] === 'test';
}

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof paymentSettings> {}
}
