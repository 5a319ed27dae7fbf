import { z } from 'zod';
import type { PAYMENT_SETTINGS } from '#features/card-payments/contract.ts';
import type { Db } from '#server/database/database.ts';
import type { LaunchCheck, LaunchProblem } from '#server/settings/launch-checks.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';
import { origin, overHttps, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';

export const paymentSettings = settingsPart({
  fields: {
    // A secret key is refused here, because the publishable key is written into every page.
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

function isForTests(stripeKey: string): boolean {
  return stripeKey.split('_')[1] === 'test';
}

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof paymentSettings> {}
}

export const paymentLaunchChecks: readonly LaunchCheck[] = [
  {
    setting: 'STRIPE_SECRET_KEY',
    weight: 'advice',
    fix: 'set it if this server charges cards; leave it out if a hosted form service charges them, or nobody does',
    problem: ({ STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, FORM_ENDPOINT }) => {
      if (FORM_ENDPOINT !== undefined)
        return STRIPE_SECRET_KEY !== undefined && 'is not used: the hosted form service charges cards';
      return (
        STRIPE_PUBLISHABLE_KEY !== undefined &&
        STRIPE_SECRET_KEY === undefined &&
        'is not set: this server cannot charge the cards that people type in'
      );
    },
  },
  {
    setting: 'STRIPE_PUBLISHABLE_KEY',
    weight: 'advice',
    fix: 'set your live keys',
    problem: ({ STRIPE_PUBLISHABLE_KEY }) =>
      STRIPE_PUBLISHABLE_KEY !== undefined &&
      isForTests(STRIPE_PUBLISHABLE_KEY) &&
      'is for tests: no real card can pay',
  },
];

const STRIPE: FeaturePages = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  permissions: {
    payment: '(self "https://js.stripe.com")',
    'publickey-credentials-get': '(self "https://js.stripe.com" "https://hooks.stripe.com")',
  },
};

/**
 * Every page may load Stripe's card field, because a visitor can reach the form without a page load. Cards need our secret key, or
 * a hosted form service, which has its own.
 */
export function paymentPages({ stripe, formEndpoint }: Settings): FeaturePages {
  const takesCards = stripe?.secretKey !== undefined || formEndpoint !== '';
  const stripePublishableKey = takesCards ? (stripe?.publishableKey ?? '') : '';
  return {
    ...(stripePublishableKey === '' ? {} : STRIPE),
    publicSettings: { stripePublishableKey } satisfies typeof PAYMENT_SETTINGS,
  };
}

/** What an operator can do, by Stripe's error code. Stripe's documentation explains the codes that are missing here. */
const FIXES: Readonly<Record<string, string>> = {
  'no-such-card': 'set both keys of one account, or correct the one that is wrong',
  amount_too_small: 'raise the amount in content/contact.ts to one that Stripe accepts in that currency',
  amount_too_large: 'lower the amount in content/contact.ts',
};

const LOOKED_BACK_MS = 30 * DAY_MS;

/** The newest refusal by Stripe that only an operator can fix. An empty list if a later payment succeeded. */
export async function paymentProblems(db: Db, now: Date): Promise<LaunchProblem[]> {
  const refused = await db
    .selectFrom('payments')
    .select(['refusal', 'created_at'])
    .where('created_at', '>', timeAfter(now, -LOOKED_BACK_MS))
    .where('refusal', 'is not', null)
    .where('state', '<>', 'settled')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (refused === undefined || refused.refusal === null) return [];
  const { refusal } = refused;
  const since = await db
    .selectFrom('payments')
    .select('submission_id')
    .where('state', '=', 'settled')
    .where('created_at', '>', refused.created_at)
    .limit(1)
    .executeTakeFirst();
  if (since !== undefined) return [];
  return [
    {
      weight: 'blocks',
      where: 'card payments',
      problem: `do not work: Stripe refused one at ${refused.created_at} (${refusal})`,
      fix: FIXES[refusal] ?? 'look for this word on your dashboard at Stripe, and correct STRIPE_SECRET_KEY',
    },
  ];
}
