import { routeDeps } from '#features/accounts/server/route-deps.ts';
import { PROVIDER_NAMES, PROVIDERS } from '#features/social-sign-in/contract.ts';
import type { Feature } from '#server/feature.ts';
import { listProviderAccounts, providerFactor } from './factor.ts';
import { socialLaunchChecks } from './launch-checks.ts';
import { SOCIAL_LIMITS } from './limits.ts';
import { socialPages } from './pages.ts';
import { socialRoutes } from './routes.ts';
import { socialSettings } from './settings.ts';
import { standInLines } from './stand-ins.ts';
import { socialTables } from './tables.ts';

export const socialSignIn: Feature = {
  name: 'social-sign-in',
  settings: socialSettings,
  launchChecks: socialLaunchChecks,
  startLines: standInLines,
  pages: socialPages,
  tables: socialTables,
  limits: SOCIAL_LIMITS,
  apiRoutes: (app, deps) => socialRoutes(app, routeDeps(deps)),
  factors: [providerFactor],
  signInNames: (settings) =>
    PROVIDERS.filter((provider) => settings[provider]).map((provider) => PROVIDER_NAMES[provider]),
  securityData: async ({ db }, { userId }) => ({ providers: await listProviderAccounts(db, userId) }),
};
