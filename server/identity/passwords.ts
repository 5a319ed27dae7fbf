import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** argon2id as decisions §3.2 sets it. `memory` is in KiB. */
const PARAMETERS = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;

const argon2Async = promisify(argon2);

export function freshSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** The password's hash as a PHC string. Runs in the thread pool, not on the event loop. */
export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const message = password.normalize('NFKC');
  const hash = await argon2Async('argon2id', { message, nonce: salt, ...PARAMETERS });
  return `${PREFIX}${unpadded(salt)}$${unpadded(hash)}`;
}

/** The salt inside a PHC string of ours. Throws when the string is not one. */
export function saltOf(phc: string): Buffer {
  if (!phc.startsWith(PREFIX)) throw new Error('The stored password hash has a form that is not known.');
  return Buffer.from(phc.slice(PREFIX.length).split('$', 1)[0] ?? '', 'base64');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
