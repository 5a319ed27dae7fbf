import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import type { Db, Tx } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import type { JwksTable } from '#server/database/schema.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { knownSecrets } from './keyed-hash.ts';

/** A signing key gives way to a new one after this many seconds: 90 days. */
export const KEY_LIFE_SECONDS = 90 * 24 * 60 * 60;

/** How long its public half stays published after that, in seconds: a day, where its last token lives 15 minutes. */
export const KEY_GRACE_SECONDS = 24 * 60 * 60;

type KeyDeps = Pick<IdentityDeps, 'db' | 'secret' | 'acceptedSecrets' | 'newId'>;

/**
 * The signing keys as better-auth asks for them: with their private halves in the clear, which are encrypted in the
 * table. Those that no known secret opens are left out, and so neither used nor published nor believed; they may be
 * another process's and stay where they are. Of an accepted secret the key comes as one that has just ended: published
 * and believed, but not signed with (docs/decisions/0025).
 */
export async function findSigningKeys({ db, ...secrets }: KeyDeps): Promise<Jwk[]> {
  const rows = await db.selectFrom('jwks').selectAll().execute();
  const keys = [];
  for (const row of rows) {
    const opened = await open(knownSecrets(secrets), row.private_key);
    if (opened === undefined) continue;
    const key = jwkOf(row, opened.privateKey);
    keys.push(opened.secret === secrets.secret ? key : ended(key));
  }
  return keys;
}

/**
 * Stores a new key, unless another request or process stored one that serves as well since the caller looked: then that
 * one is answered. However many first tokens are asked for at once, there is one key.
 */
export async function storeSigningKey(deps: KeyDeps, key: Omit<Jwk, 'id'>): Promise<Jwk> {
  const { db, secret, newId } = deps;
  return db.transaction().execute(async (tx) => {
    await holdName(tx, 'signing-key', 'alone');
    const there = await newestOfSecret(tx, secret, key.createdAt);
    if (there !== undefined) return there;
    const id = newId();
    await tx
      .insertInto('jwks')
      .values({
        id,
        public_key: key.publicKey,
        private_key: JSON.stringify(await symmetricEncrypt({ key: secret, data: key.privateKey })),
        created_at: key.createdAt.toISOString(),
        expires_at: key.expiresAt?.toISOString() ?? null,
        alg: key.alg ?? null,
        crv: key.crv ?? null,
      })
      .execute();
    return { ...key, id };
  });
}

async function newestOfSecret(tx: Tx | Db, secret: string, now: Date): Promise<Jwk | undefined> {
  const newestFirst = await tx
    .selectFrom('jwks')
    .selectAll()
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  for (const row of newestFirst) {
    const opened = await open([secret], row.private_key);
    if (opened !== undefined) return jwkOf(row, opened.privateKey);
  }
  return undefined;
}

async function open(
  secrets: readonly string[],
  sealed: string,
): Promise<{ secret: string; privateKey: string } | undefined> {
  for (const secret of secrets) {
    try {
      return { secret, privateKey: await symmetricDecrypt({ key: secret, data: JSON.parse(sealed) }) };
    } catch {
      // Another secret's: the next one may open it.
    }
  }
  return undefined;
}

/** By better-auth's own clock: it publishes a key for its day of grace after it ended, and signs with none of those. */
function ended(key: Jwk): Jwk {
  const aMomentAgo = new Date(Date.now() - 1_000);
  return key.expiresAt !== undefined && key.expiresAt < aMomentAgo ? key : { ...key, expiresAt: aMomentAgo };
}

/** The table holds what better-auth made, so its names of algorithms and curves are better-auth's. */
function jwkOf(row: JwksTable, privateKey: string): Jwk {
  return {
    id: row.id,
    publicKey: row.public_key,
    privateKey,
    createdAt: new Date(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: new Date(row.expires_at) }),
    ...(row.alg === null ? {} : { alg: row.alg as NonNullable<Jwk['alg']> }),
    ...(row.crv === null ? {} : { crv: row.crv as NonNullable<Jwk['crv']> }),
  };
}
