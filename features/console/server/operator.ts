import { DELETED_BY_US_MAIL, OPERATOR_CHANGED_MAIL } from '#content/features/console.ts';
import { SITE_TIME_ZONE } from '#contract/language.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import type { ConsoleAction } from '#contract/operators.ts';
import { NOT_SIGNED_IN, PROOF_MISSING } from '#features/accounts/refusals.ts';
import { consoleOpensFrom, findSigned } from '#features/accounts/server/factors.ts';
import { oldestValidProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { type Operators, undoOf } from '#features/accounts/server/slots.ts';
import { shownName } from '#features/accounts/server/users.ts';
import { CONSOLE, CONSOLE_HOURS, CONSOLE_REST_MINUTES, may } from '#features/console/contract.ts';
import { LAST_OWNER, ROLE_TAKEN_BACK } from '#features/console/refusals.ts';
import type { Operator } from '#server/console-view.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { MINUTE_MS } from '#server/time.ts';
import type { StoredFlash } from './page.ts';

export type FoundOperator = NonNullable<Awaited<ReturnType<typeof findOperator>>>;

/** The operator of a session. Undefined if the account has no role or is closed. */
export async function findOperator(deps: Deps, session: Session, now: Date) {
  const { db } = deps;
  const row = await db
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('console_sessions as c', (join) => join.on('c.session_id', '=', session.id))
    .select([
      's.role',
      's.time_zone',
      'u.name',
      'u.email',
      'c.started_at',
      'c.last_used_at',
      'c.proved_at',
      'c.told',
    ])
    .where('s.user_id', '=', session.userId)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isWithin = (at: string | null, minutes: number) =>
    at !== null && now.getTime() - Date.parse(at) < minutes * MINUTE_MS;
  const isInside =
    isWithin(row.last_used_at, CONSOLE_REST_MINUTES) && isWithin(row.started_at, CONSOLE_HOURS * 60);
  return {
    session,
    role: row.role,
    name: shownName(row),
    email: row.email,
    timeZone: row.time_zone ?? SITE_TIME_ZONE,
    by: { actor: { account: session.userId }, session: session.id },
    /** The message for the operator's next page, stored by `storeFlash`. */
    flash: row.told === null ? undefined : (JSON.parse(row.told) as StoredFlash),
    /** How the operator can sign a proof of identity, for example with a passkey. Undefined without such a factor. */
    signed: await findSigned(deps, db, session.userId),
    /** The time from which a passkey or authenticator app of the account opens the console. Undefined without such a factor. */
    opensFrom: await consoleOpensFrom(deps, db, session.userId),
    /** True if a change to the sign-in of this operator was contested (“This wasn’t me”) and is not decided yet. */
    isFrozen: (await undoOf(deps)?.frozenSince(db, session.userId)) !== undefined,
    isInside,
    isProved: isInside && isWithin(row.proved_at, PROOF_MINUTES),
    /** When the use of the console was last recorded. Null before the console was opened in this session. */
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}

/**
 * Checks role, session, open console and proof again in an action's transaction, and locks the role. Refuses if one of the four
 * is no longer valid.
 */
export async function requireOperatorIn(
  tx: Tx,
  { session }: Pick<Operator, 'session'>,
  { action, proof, now }: { readonly action: ConsoleAction; readonly proof: boolean; readonly now: Date },
): Promise<void> {
  const locked = await tx
    .updateTable('staff')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('user_id', '=', session.userId)
    .returning('role')
    .executeTakeFirst();
  if (locked === undefined || !may(locked.role, action)) refuse(ROLE_TAKEN_BACK);
  const row = await tx
    .selectFrom('console_sessions as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select('c.proved_at')
    .where('c.session_id', '=', session.id)
    .where('s.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (row === undefined) refuse(NOT_SIGNED_IN);
  if (proof && row.proved_at < oldestValidProof(now)) refuse(PROOF_MISSING);
}

/** Call this after a proof of identity. Opens the console in the session, or records another proof. */
export async function noteEntry(
  tx: Tx,
  { session, isInside }: Pick<FoundOperator, 'session' | 'isInside'>,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .insertInto('console_sessions')
    .values({
      session_id: session.id,
      user_id: session.userId,
      started_at: at,
      last_used_at: at,
      proved_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .doUpdateSet({ last_used_at: at, proved_at: at, ...(isInside ? {} : { started_at: at }) }),
    )
    .execute();
}

/** Records that the console is in use, at most once a minute. */
export async function noteUse(db: Db, { session, lastUsedAt }: FoundOperator, now: Date): Promise<void> {
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return;
  await updateRows(db, 'console_sessions', { session_id: session.id }, { last_used_at: now.toISOString() });
}

const findOwners = (tx: Tx) =>
  tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email', 'u.closed_at'])
    .where('s.role', '=', 'owner')
    .execute();

/**
 * True if the account is the only owner who can sign in; closed and frozen accounts do not count. Call this before a role is removed
 * or lowered, after locking the account and before locking a role: another order could deadlock. Concurrent calls wait for each other.
 */
export async function isLastOwner(deps: WithFeatures, tx: Tx, userId: string): Promise<boolean> {
  await advisoryLock(tx, 'owners');
  const owners = await findOwners(tx);
  if (!owners.some(({ id }) => id === userId)) return false;
  for (const { id, closed_at } of owners) {
    if (id === userId || closed_at !== null) continue;
    if ((await undoOf(deps)?.frozenSince(tx, id)) === undefined) return false;
  }
  return true;
}

/** Refuses to leave the console without an owner, because then nobody could give roles any more. */
export async function refuseLastOwner(deps: WithFeatures, tx: Tx, userId: string): Promise<void> {
  if (await isLastOwner(deps, tx, userId)) refuse(LAST_OWNER);
}

/** Mails the owners what was deleted and why, in the same transaction. The mail names nobody, so it keeps no personal data. */
export const mailOwners: Operators['tellOfDeletion'] = async (deps, tx, { what, reason }) => {
  const values = { what, reason, console: `${deps.origin}${CONSOLE.system}#audit` };
  for (const { id: userId, email: to } of await findOwners(tx)) {
    await storeMail(deps, tx, { mail: DELETED_BY_US_MAIL, to, userId, values });
  }
};

export const tellOfChange: Operators['tellOfChange'] = async (deps, tx, { userId, what }) => {
  const operator = await tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.email')
    .where('s.user_id', '=', userId)
    .executeTakeFirst();
  if (operator === undefined) return;
  const values = { operator: operator.email, what, console: `${deps.origin}${CONSOLE.staff}` };
  for (const { id, email } of await findOwners(tx)) {
    if (id === userId) continue;
    await storeMail(deps, tx, { mail: OPERATOR_CHANGED_MAIL, to: email, userId: null, values });
  }
};
