import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import * as auditActions from './audit-actions.ts';
import { passkeyFactor } from './factor.ts';
import { listPasskeys } from './passkeys.ts';
import { PASSKEY_LIMITS, PASSKEY_SIGN_INS, passkeyRoutes } from './routes.ts';
import { passkeyTables } from './tables.ts';

export const passkeys: Feature = {
  name: 'passkeys',
  lostWithout: 'Accounts lose their passkeys. People without a password sign in after a reset by email.',
  packages: ['@simplewebauthn/server', '@simplewebauthn/browser'],
  auditActions: Object.values(auditActions),
  auditDetails: { passkey: 'By passkey' },
  tables: passkeyTables,
  cookieTokens: { passkey: 'webauthn_challenges' },
  retention: { 'passkey-challenges': removeExpired('webauthn_challenges', 'challenge') },
  limits: PASSKEY_LIMITS,
  metrics: [PASSKEY_SIGN_INS],
  apiRoutes: passkeyRoutes,
  factors: [passkeyFactor],
  securityData: async ({ db }, { userId }) => ({ passkeys: await listPasskeys(db, userId) }),
};
