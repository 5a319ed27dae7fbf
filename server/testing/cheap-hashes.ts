import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes password hashes cheap, because integration tests make thousands. Runs before each test file, before any password
 * is hashed. `features/accounts/server/identity.test.ts` checks the cost of real hashes.
 */
const CHEAP = { memory: 8, passes: 1 };

const { argon2 } = crypto;
if (argon2.name !== 'cheapArgon2') {
  const cheapArgon2: typeof argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, ...CHEAP }, callback);
  Object.assign(crypto, { argon2: cheapArgon2 });
  syncBuiltinESMExports();
}
