import { symmetricDecrypt } from 'better-auth/crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import type { Db } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import type { JwksTable } from '#server/database/schema.ts';
import type { IdentityDeps } from './identity-deps.ts';

/** A signing key gives way to a new one after this many seconds: 90 days. */
export const KEY_LIFE_SECONDS = 90 * 24 * 60 * 60;

/** How long its public half stays published after that, in seconds: a day, where its last token lives 15 minutes. */
export const KEY_GRACE_SECONDS = 24 * 60 * 60;

/**
 * Removes the signing keys that this secret does not open, and answers how many. After a change of `AUTH_SECRET` nobody
 * could get a token otherwise, as the newest key would be one that nobody can use. Repeatable; what was signed with the removed keys belongs to sessions whose cookies the new secret has ended, too.
 */
export async function removeLockedKeys(db: Db, secret: string): Promise<number> {
  const keys = await db.selectFrom('jwks').select(['id', 'private_key']).execute();
  const locked = [];
  for (const { id, private_key } of keys) if (!(await opens(secret, private_key))) locked.push(id);
  if (locked.length > 0) await db.deleteFrom('jwks').where('id', 'in', locked).execute();
  return locked.length;
}

async function opens(secret: string, privateKey: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a new key, unless another request or process stored one that serves as well since the caller looked: then that
 * one is answered. However many first tokens are asked for at once, there is one key.
 */
export async function storeSigningKey(
  { db, secret, newId }: Pick<IdentityDeps, 'db' | 'secret' | 'newId'>,
  key: Omit<Jwk, 'id'>,
): Promise<Jwk> {
  return db.transaction().execute(async (tx) => {
    await holdName(tx, 'signing-key', 'alone');
    const newestFirst = await tx
      .selectFrom('jwks')
      .selectAll()
      .where('expires_at', '>', key.createdAt.toISOString())
      .orderBy('created_at', 'desc')
      .execute();
    for (const row of newestFirst) if (await opens(secret, row.private_key)) return jwkOf(row);
    const id = newId();
    await tx
      .insertInto('jwks')
      .values({
        id,
        public_key: key.publicKey,
        private_key: key.privateKey,
        created_at: key.createdAt.toISOString(),
        expires_at: key.expiresAt?.toISOString() ?? null,
        alg: key.alg ?? null,
        crv: key.crv ?? null,
      })
      .execute();
    return { ...key, id };
  });
}

/** The table holds what better-auth made, so its names of algorithms and curves are better-auth's. */
function jwkOf(row: JwksTable): Jwk {
  return {
    id: row.id,
    publicKey: row.public_key,
    privateKey: row.private_key,
    createdAt: new Date(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: new Date(row.expires_at) }),
    ...(row.alg === null ? {} : { alg: row.alg as NonNullable<Jwk['alg']> }),
    ...(row.crv === null ? {} : { crv: row.crv as NonNullable<Jwk['crv']> }),
  };
}
