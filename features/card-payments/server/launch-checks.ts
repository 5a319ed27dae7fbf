import type { LaunchCheck } from '#server/settings/launch-checks.ts';
import { isForTests } from './settings.ts';

export const paymentLaunchChecks: readonly LaunchCheck[] = [
  {
    setting: 'STRIPE_SECRET_KEY',
    weight: 'advice',
    fix: 'set it where this server charges cards; leave it out where a hosted form service does, or nobody',
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
