import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, errors, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db, Tx } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import type { JwksTable } from '#server/database/schema.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { AccountsDeps } from './accounts-deps.ts';

const DAY = 24 * 60 * 60_000;

/** A signing key gives way to a new one after so many days. */
const LIFE_DAYS = 90;
/** Its public half stays published for so many more, though its last token lives 15 minutes: verifiers keep the keys. */
export const GRACE_DAYS = 1;

export const ALGORITHM = 'EdDSA';

type KeyDeps = Pick<AccountsDeps, 'db' | 'clock' | 'newId' | 'keyring'>;

export type SigningKey = { readonly id: string; readonly privateKey: JWK };

/**
 * The public keys that tokens are verified with: those whose private half one of our secrets opens. Others may be of
 * another process, with a secret that this one does not know, and are left where they are (docs/decisions/0025).
 */
export async function findPublicKeys({
  db,
  clock,
  keyring,
}: Pick<KeyDeps, 'db' | 'clock' | 'keyring'>): Promise<{ keys: JWK[] }> {
  const keys: JWK[] = [];
  for (const row of await findKeysAfter(db, new Date(clock().getTime() - GRACE_DAYS * DAY))) {
    const privateKey = await decryptKey(keyring, row);
    if (privateKey === undefined) continue;
    const { d: _private, ...publicKey } = privateKey;
    keys.push({ ...publicKey, alg: ALGORITHM, kid: row.id });
  }
  return { keys };
}

/**
 * The newest key of the current secret; a new one where there is none. However many ask for the first one at once, in
 * however many processes, there is one.
 */
export async function findSigningKey(deps: KeyDeps): Promise<SigningKey> {
  return (
    (await findOwnKey(deps, deps.db)) ??
    deps.db.transaction().execute(async (tx) => {
      await holdName(tx, 'signing-key', 'alone');
      return (await findOwnKey(deps, tx)) ?? createKey(deps, tx);
    })
  );
}

async function findOwnKey(
  { clock, keyring: [current] }: KeyDeps,
  db: Db | Tx,
): Promise<SigningKey | undefined> {
  for (const row of await findKeysAfter(db, clock())) {
    const privateKey = await decryptKey([current], row);
    if (privateKey !== undefined) return { id: row.id, privateKey };
  }
  return undefined;
}

async function createKey({ clock, newId, keyring: [current] }: KeyDeps, tx: Tx): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = { id: newId(), privateKey: await exportJWK(pair.privateKey) };
  const now = clock();
  await tx
    .insertInto('jwks')
    .values({
      id: key.id,
      private_key: await new CompactEncrypt(Buffer.from(JSON.stringify(key.privateKey)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(encryptionKey(current)),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFE_DAYS * DAY).toISOString(),
    })
    .execute();
  return key;
}

/** Those that end after a moment, the newest first. */
function findKeysAfter(db: Db | Tx, moment: Date): Promise<JwksTable[]> {
  return db
    .selectFrom('jwks')
    .selectAll()
    .where('expires_at', '>', moment.toISOString())
    .orderBy('created_at', 'desc')
    .execute();
}

/** `undefined` when none of the secrets opens it. */
async function decryptKey(keyring: Keyring, { private_key }: JwksTable): Promise<JWK | undefined> {
  for (const secret of keyring) {
    try {
      const { plaintext } = await compactDecrypt(private_key, encryptionKey(secret));
      return JSON.parse(Buffer.from(plaintext).toString());
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}

function encryptionKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'signing keys', 32));
}
