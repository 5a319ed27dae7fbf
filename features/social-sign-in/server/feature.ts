import { routeDeps } from '#features/accounts/server/route-deps.ts';
import { PROVIDER_NAMES, PROVIDERS } from '#features/social-sign-in/contract.ts';
import type { Feature } from '#server/feature.ts';
import * as auditActions from './audit-actions.ts';
import { listProviderAccounts, providerFactor } from './factor.ts';
import { SOCIAL_LIMITS } from './limits.ts';
import { PROVIDER_SIGN_INS, socialRoutes } from './routes.ts';
import { socialTables } from './tables.ts';

export const socialSignIn: Feature = {
  name: 'social-sign-in',
  auditActions: Object.values(auditActions),
  auditDetails: Object.fromEntries(PROVIDERS.map((name) => [name, `With ${PROVIDER_NAMES[name]}`])),
  tables: socialTables,
  limits: SOCIAL_LIMITS,
  metrics: [PROVIDER_SIGN_INS],
  apiRoutes: (app, deps) => socialRoutes(app, routeDeps(deps)),
  factors: [providerFactor],
  securityData: async ({ db }, { userId }) => ({ providers: await listProviderAccounts(db, userId) }),
};
