import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import * as auditActions from './audit-actions.ts';
import { appFactor, needsCode, spendAppCode } from './factor.ts';
import { CODE_SIGN_INS, secondStepRoutes } from './routes.ts';
import { beginSignInStep } from './sign-in-steps.ts';
import { twoStepTables } from './tables.ts';
import { appSecretProblems, encryptSecretsAgain } from './totp.ts';

export const twoStep: Feature = {
  name: 'two-step',
  lostWithout:
    'Accounts lose their authenticator apps and recovery codes; a password alone is enough to sign in.',
  packages: ['otpauth', 'uqr'],
  metrics: [CODE_SIGN_INS],
  auditActions: Object.values(auditActions),
  tables: twoStepTables,
  cookieTokens: { trusted: 'trusted_browsers', signInStep: 'sign_in_steps' },
  retention: {
    'trusted-browsers': removeExpired('trusted_browsers', 'id'),
    'sign-in-steps': removeExpired('sign_in_steps', 'token_hash'),
  },
  apiRoutes: secondStepRoutes,
  beforeStart: encryptSecretsAgain,
  launchProblems: appSecretProblems,
  factors: [appFactor],
  secondStep: { isNeeded: needsCode, begin: beginSignInStep, spendAppCode },
  securityData: async (deps, { userId }) => ({ hasSecondStep: await needsCode(deps, deps.db, { userId }) }),
};
