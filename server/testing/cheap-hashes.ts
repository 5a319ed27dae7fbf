import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs before each file of integration tests, before anything hashes a password: one costs next to nothing there, where
 * thousands are made. What one costs on a real site is shown by `features/accounts/server/identity.test.ts`.
 */
const CHEAP = { memory: 8, passes: 1 };

const { argon2 } = crypto;
if (argon2.name !== 'cheapArgon2') {
  const cheapArgon2: typeof argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, ...CHEAP }, callback);
  Object.assign(crypto, { argon2: cheapArgon2 });
  syncBuiltinESMExports();
}
