import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/database/database.ts';

const PURPOSES = ['verify', 'reset'] as const;
export type LinkPurpose = (typeof PURPOSES)[number];

/** Decisions §3.4, in milliseconds. */
const LIFETIME: Record<LinkPurpose, number> = { verify: 24 * 60 * 60 * 1_000, reset: 60 * 60 * 1_000 };

/** Stores a link's token; an older link of the same purpose and account ends. Only the token's hash is kept. */
export async function storeLink(
  tx: Tx,
  purpose: LinkPurpose,
  userId: string,
  token: string,
  now: Date,
): Promise<void> {
  const link = {
    token_hash: hashOf(token),
    expires_at: new Date(now.getTime() + LIFETIME[purpose]).toISOString(),
    created_at: now.toISOString(),
  };
  await tx
    .insertInto('mail_links')
    .values({ id: linkId(purpose, userId), user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute();
}

/** The account that a live link stands for, without using it up. */
export async function findLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<{ userId: string } | undefined> {
  const row = await db
    .selectFrom('mail_links')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined && row.id === linkId(purpose, row.user_id) ? { userId: row.user_id } : undefined;
}

/** Uses a link up. False when somebody else did so first: then nothing else may happen. */
export async function spendLink(
  tx: Tx,
  purpose: LinkPurpose,
  userId: string,
  token: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_links')
    .where('id', '=', linkId(purpose, userId))
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends all links of these accounts. By their ids: there is one of each purpose, and no index by account. */
export async function endLinks(tx: Tx, userIds: readonly string[]): Promise<void> {
  const ids = userIds.flatMap((userId) => PURPOSES.map((purpose) => linkId(purpose, userId)));
  await tx.deleteFrom('mail_links').where('id', 'in', ids).execute();
}

function linkId(purpose: LinkPurpose, userId: string): string {
  return `${purpose}:${userId}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
