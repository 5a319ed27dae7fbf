import type { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import type { Feature } from '#server/feature.ts';
import * as auditActions from './audit-actions.ts';
import { deletePeopleAgain } from './delete-account.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { addPersonCommand } from './person-command.ts';
import { profileRoutes } from './profile-routes.ts';
import { accountMails, signUpConfirmation } from './requested-mails.ts';
import { accountRoutes } from './routes.ts';
import { securityRoutes } from './security-routes.ts';
import { ACCOUNT_DELETIONS, PASSWORD_RESETS, PASSWORD_SIGN_INS, SIGN_UPS, VERIFICATIONS } from './series.ts';
import { accountSettings, readPasswordRule } from './settings.ts';
import { accountRetention, accountTables } from './tables.ts';

export const accounts: Feature = {
  name: 'accounts',
  isCore: true,
  auditActions: Object.values(auditActions),
  auditDetails: {
    password: 'By password',
    'second step': 'With two-step verification',
    'recovery code': 'By a recovery code',
    'password reset': 'With a new password, by a mailed link',
  },
  settings: accountSettings,
  pages: ({ passwordMinLength, refuseCommonPasswords, minimumAge }) => ({
    publicSettings: {
      passwordMinLength,
      refuseCommonPasswords,
      minimumAge,
    } satisfies typeof ACCOUNT_SETTINGS,
  }),
  commands: addPersonCommand,
  tables: accountTables,
  cookieTokens: { device: 'devices' },
  addressesToTell: (db) => db.selectFrom('users').select('email').execute(),
  deleteAgain: deletePeopleAgain,
  retention: accountRetention,
  limits: ACCOUNT_LIMITS,
  goals: [{ label: 'Created an account', table: 'users', column: 'created_at' }],
  metrics: [SIGN_UPS, PASSWORD_SIGN_INS, VERIFICATIONS, PASSWORD_RESETS, ACCOUNT_DELETIONS],
  apiRoutes: async (api, deps) => {
    const shared = { ...deps, passwordRule: await readPasswordRule(deps.settings) };
    accountRoutes(api, shared);
    securityRoutes(api, shared);
    await api.register(async (scope) => profileRoutes(scope, shared));
  },
  confirmation: signUpConfirmation,
  requestedMails: accountMails,
};
