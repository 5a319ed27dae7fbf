import { hash } from 'node:crypto';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { cutTo } from '#contract/text.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { AuditTable, IsoTime } from '#server/database/schema.ts';
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
  /** `visitor`: a person without a proved account. `system`: the site itself. */
  readonly actor: { readonly account: string } | 'operator' | 'visitor' | 'system';
  readonly subject?: string | undefined;
  readonly session?: string | undefined;
  /** Codes of our own, never user input: lower-case letters, digits, spaces and `,-`. */
  readonly detail?: string | undefined;
  /** An operator's public text, such as an announcement. Stored after the detail. */
  readonly words?: string | undefined;
  /** Throws if the operator’s role or session no longer allows the action. Reads both in the transaction of the action. */
  readonly stillMay?: ((tx: Tx) => Promise<void>) | undefined;
};

export type AuditActor = Pick<AuditEntry, 'actor' | 'session' | 'stillMay'>;

const WORDS_MOST = 2_000;

export function byOwner({ id, userId }: { readonly id?: string | undefined; readonly userId: string }) {
  return { actor: { account: userId }, subject: userId, session: id } as const;
}

const OUR_WORDS = /^[a-z0-9 ,-]{0,400}$/;

/** Stores an audit line in the transaction of the action, with keyed hashes of ids. Throws if the detail is not a code. */
export async function recordAction(
  { keyring: [secret], clock, newId }: AuditDeps,
  tx: Tx,
  { action, actor, subject, session, detail = '', words, stillMay }: AuditEntry,
): Promise<void> {
  await stillMay?.(tx);
  if (!OUR_WORDS.test(detail)) throw new Error(`The detail of “${action.name}” must consist of codes.`);
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

/** A keyed hash of an id. Nobody can find out the id without the secret. */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return sign([secret], kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

export function recordAlone(deps: AuditDeps & { readonly db: Db }, entry: AuditEntry): Promise<void> {
  return deps.db.transaction().execute((tx) => recordAction(deps, tx, entry));
}

/** Whether the action was recorded in the same session since a given time. Keeps repeated actions from filling the disk. */
export async function wasRecordedSince(
  { keyring: [secret] }: AuditDeps,
  tx: Tx,
  { action, subject, session, detail = '' }: AuditEntry,
  since: IsoTime,
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', subject === undefined ? '' : hashedId(secret, 'subject', subject))
    .where('at', '>', since)
    .where('action', '=', action.name)
    .where('detail', '=', detail)
    .where('session', '=', session === undefined ? '' : hashedId(secret, 'session', session))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** SHA-256, hex. Ids are random, so the hash reveals nothing, but it identifies the row in a backup. */
export function hashOfId(id: string): string {
  return hash('sha256', id);
}

/** Whether the detail of an audit line is the hash of an id. Only the lines of deletions, in all features, have such a detail. */
export const isHashOfId = (detail: string): boolean => /^[0-9a-f]{64}$/.test(detail);

/** Records a deletion in its transaction, so that a restore can repeat it (docs/product.md, "Deletion"). */
export function recordDeletion(
  deps: AuditDeps,
  tx: Tx,
  entry: Omit<AuditEntry, 'detail'> & { readonly subject: string },
): Promise<void> {
  return recordAction(deps, tx, { ...entry, detail: hashOfId(entry.subject) });
}

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
