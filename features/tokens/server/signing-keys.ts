import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { TOKENS_COLUMNS, TOKENS_RETENTION } from '#content/features/tokens-data.ts';
import { decryptText, encryptText } from '#features/accounts/server/hashes.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';

type JwksTable = {
  /** Tokens name this id as `kid`. */
  id: string;
  /** The key is a JWE, encrypted with AUTH_SECRET; it includes the public key. */
  private_key: string;
  created_at: IsoTime;
  /** After this time the key signs no more, but its public part stays published for `GRACE_DAYS`. */
  expires_at: IsoTime;
};

export const tokenTables = {
  jwks: TOKENS_COLUMNS.jwks,
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    jwks: JwksTable;
  }
}

const LIFE_DAYS = 90;
/** A replaced key stays published for longer than its last token lives, because verifiers cache public keys. */
const GRACE_DAYS = TOKENS_RETENTION['signing-keys'].days;

export const ALGORITHM = 'EdDSA';
const PURPOSE = 'signing keys';

type SigningKey = { readonly id: string; readonly privateKey: JWK };

/** The public keys whose private keys can be decrypted with a secret of the site (docs/decisions/0025). */
export async function findPublicKeys({ db, clock, keyring }: Deps): Promise<{ keys: JWK[] }> {
  const keys: JWK[] = [];
  for (const row of await findKeysAfter(db, timeAfter(clock(), -GRACE_DAYS * DAY_MS))) {
    const privateKey = await decryptKey(keyring, row);
    if (privateKey === undefined) continue;
    const { d: _private, ...publicKey } = privateKey;
    keys.push({ ...publicKey, alg: ALGORITHM, kid: row.id });
  }
  return { keys };
}

/**
 * The signing key of the current secret: the oldest that has not expired. A key is created if none lasts for another day, so that
 * it is published before it signs. Concurrent processes get the same key.
 */
export async function findSigningKey(deps: Deps): Promise<SigningKey> {
  const inOneDay = timeAfter(deps.clock(), DAY_MS);
  const lastsADay = ({ expiresAt }: OwnKey) => expiresAt > inOneDay;
  const keys = await findOwnKeys(deps, deps.db);
  const lasting =
    keys.find(lastsADay) ??
    (await deps.db.transaction().execute(async (tx) => {
      await advisoryLock(tx, 'signing-key');
      return (await findOwnKeys(deps, tx)).find(lastsADay) ?? createKey(deps, tx);
    }));
  return keys[0] ?? lasting;
}

type OwnKey = SigningKey & { readonly expiresAt: IsoTime };

/** The keys of the current secret that have not expired, the oldest first. */
async function findOwnKeys({ clock, keyring: [current] }: Deps, db: Db | Tx): Promise<OwnKey[]> {
  const keys: OwnKey[] = [];
  for (const row of await findKeysAfter(db, clock().toISOString())) {
    const privateKey = await decryptKey([current], row);
    if (privateKey !== undefined) keys.push({ id: row.id, privateKey, expiresAt: row.expires_at });
  }
  return keys;
}

async function createKey({ clock, newId, keyring: [current] }: Deps, tx: Tx): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = { id: newId(), privateKey: await exportJWK(pair.privateKey) };
  const now = clock();
  await insertRow(tx, 'jwks', {
    id: key.id,
    private_key: await encryptText([current], PURPOSE, JSON.stringify(key.privateKey)),
    created_at: now.toISOString(),
    expires_at: timeAfter(now, LIFE_DAYS * DAY_MS),
  });
  return key;
}

function findKeysAfter(db: Db | Tx, moment: string): Promise<JwksTable[]> {
  return db.selectFrom('jwks').selectAll().where('expires_at', '>', moment).orderBy('created_at').execute();
}

async function decryptKey(keyring: Keyring, { private_key }: JwksTable): Promise<JWK | undefined> {
  const text = await decryptText(keyring, PURPOSE, private_key);
  return text === undefined ? undefined : JSON.parse(text);
}
