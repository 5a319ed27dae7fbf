import { PAGES } from '#content/page-paths.ts';
import { PROVIDER_NAMES, PROVIDERS, SOCIAL_API } from '#features/social-sign-in/contract.ts';
import type { Feature } from '#server/feature.ts';
import * as auditActions from './audit-actions.ts';
import { listProviderAccounts, providerFactor } from './factor.ts';
import { PROVIDER_SIGN_INS, SOCIAL_LIMITS, socialRoutes } from './routes.ts';
import { socialLaunchChecks, socialPages, socialSettings, standInLines } from './settings.ts';
import { socialTables } from './tables.ts';

export const socialSignIn: Feature = {
  name: 'social-sign-in',
  lostWithout:
    'Nobody can sign in with Google or GitHub. People without a password sign in after a reset by email.',
  packages: ['openid-client'],
  auditActions: Object.values(auditActions),
  auditDetails: Object.fromEntries(PROVIDERS.map((name) => [name, `With ${PROVIDER_NAMES[name]}`])),
  navigated: [PAGES.authCallback, SOCIAL_API.start.split(':')[0] ?? ''],
  settings: socialSettings,
  launchChecks: socialLaunchChecks,
  startLines: standInLines,
  pages: socialPages,
  tables: socialTables,
  limits: SOCIAL_LIMITS,
  metrics: [PROVIDER_SIGN_INS],
  apiRoutes: socialRoutes,
  factors: [providerFactor],
  signInNames: (settings) =>
    PROVIDERS.filter((provider) => settings[provider]).map((provider) => PROVIDER_NAMES[provider]),
  securityData: async ({ db }, { userId }) => ({ providers: await listProviderAccounts(db, userId) }),
};
