import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Cheap parameters, because integration tests make thousands of password hashes. `features/accounts/server/identity.test.ts` checks
 * the cost of a real hash.
 */
const CHEAP = { memory: 8, passes: 1 };

const { argon2 } = crypto;
if (argon2.name !== 'cheapArgon2') {
  const cheapArgon2: typeof argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, ...CHEAP }, callback);
  Object.assign(crypto, { argon2: cheapArgon2 });
  syncBuiltinESMExports();
}
