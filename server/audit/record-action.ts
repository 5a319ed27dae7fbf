import { createHash } from 'node:crypto';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { cutTo } from '#contract/text.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { AuditTable } from '#server/database/schema.ts';
import { printableLine } from '#server/printable-text.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import type { AuditAction } from './action.ts';

export type AuditLine = Selectable<AuditTable>;

export type AuditDeps = {
  readonly keyring: Keyring;
  readonly clock: () => Date;
  readonly newId: () => string;
};

export type AuditEntry = {
  readonly action: AuditAction;
  /**
   * Who did it: an account by its id; `visitor` is somebody who has not shown to be the owner of an account, `system`
   * the site itself.
   */
  readonly actor: { readonly account: string } | 'operator' | 'visitor' | 'system';
  /** The id of the account or submission that it was done to. */
  readonly subject?: string | undefined;
  /** The id of the session it was done from. */
  readonly session?: string | undefined;
  /** A few words of ours: small letters, digits, blanks and `,-`. Never what a visitor typed. */
  readonly detail?: string | undefined;
  /** What an operator wrote to the public, such as an announcement; stands after the detail. */
  readonly words?: string | undefined;
  /**
   * Of what an operator does: throws unless their role and session still allow it. It runs in the transaction of the action, so that
   * a request in flight does nothing after the role was taken away.
   */
  readonly stillMay?: ((tx: Tx) => Promise<void>) | undefined;
};

/** Who did something, as lines take it. */
export type AuditActor = Pick<AuditEntry, 'actor' | 'session' | 'stillMay'>;

/** Letters of `words` that are kept. */
const WORDS_MOST = 2_000;

/** Of what the owner of an account did to it, in one of their sessions where it is of one. */
export function byOwner({ id, userId }: { readonly id?: string | undefined; readonly userId: string }) {
  return { actor: { account: userId }, subject: userId, session: id } as const;
}

const OUR_WORDS = /^[a-z0-9 ,-]{0,400}$/;

/** Stores an audit line in the transaction of the action. Ids are stored as keyed hashes. Throws for a detail that is not one of our own words. */
export async function recordAction(
  { keyring: [secret], clock, newId }: AuditDeps,
  tx: Tx,
  { action, actor, subject, session, detail = '', words, stillMay }: AuditEntry,
): Promise<void> {
  await stillMay?.(tx);
  if (!OUR_WORDS.test(detail))
    throw new Error(`The detail of “${action.name}” may hold none but our own words.`);
  await insertRow(tx, 'audit', {
    id: newId(),
    at: clock().toISOString(),
    action: action.name,
    detail: words === undefined ? detail : `${detail}: ${cutTo(printableLine(words), WORDS_MOST)}`,
    actor: typeof actor === 'string' ? actor : hashedId(secret, 'subject', actor.account),
    subject: subject === undefined ? '' : hashedId(secret, 'subject', subject),
    session: session === undefined ? '' : hashedId(secret, 'session', session),
    seq: null,
    link: '',
  });
}

/** The keyed hash of an id: comparable with the secret, meaningless without. */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return sign([secret], kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

/** The same in a transaction of its own, for what no transaction of ours did. */
export function recordAlone(deps: AuditDeps & { readonly db: Db }, entry: AuditEntry): Promise<void> {
  return deps.db.transaction().execute((tx) => recordAction(deps, tx, entry));
}

/**
 * Whether the same was recorded in the same session since then, so that a repeatable action cannot fill the disk with lines.
 */
export async function wasRecordedSince(
  { keyring: [secret] }: AuditDeps,
  tx: Tx,
  { action, subject, session, detail = '' }: AuditEntry,
  since: Date,
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', subject === undefined ? '' : hashedId(secret, 'subject', subject))
    .where('at', '>', since.toISOString())
    .where('action', '=', action.name)
    .where('detail', '=', detail)
    .where('session', '=', session === undefined ? '' : hashedId(secret, 'session', session))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** SHA-256, hex. Ids are random, so a hash tells nobody anything, but finds the same row in a backup. */
export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Lines of deletions have such a detail, and no others: so those of a feature that was taken out are known as well. */
export const isHashOfId = (detail: string): boolean => /^[0-9a-f]{64}$/.test(detail);

/** Records a deletion in the transaction that does it, so that a restore can do it again (docs/product.md, "Deletion"). */
export function recordDeletion(
  deps: AuditDeps,
  tx: Tx,
  entry: Omit<AuditEntry, 'detail'> & { readonly subject: string },
): Promise<void> {
  return recordAction(deps, tx, { ...entry, detail: hashOfId(entry.subject) });
}

/** The hashes of all ids that this database says were deleted, for as long as audit lines are kept. */
export async function readDeletedIds(db: Db | Tx): Promise<string[]> {
  const lines = await db
    .selectFrom('audit')
    .select('detail')
    .distinct()
    .where(sql<SqlBool>`length(detail) = 64`)
    .orderBy('detail')
    .execute();
  return lines.map(({ detail }) => detail).filter(isHashOfId);
}
