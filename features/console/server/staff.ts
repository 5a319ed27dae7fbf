import { sql } from 'kysely';
import { ROLE_CHANGED_MAIL, ROLE_CHANGES } from '#content/features/console.ts';
import { ROLES, type Role } from '#contract/operators.ts';
import { filled } from '#contract/page-errors.ts';
import { isGuarded } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { requireSessionIn } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { lockUser, shownName } from '#features/accounts/server/users.ts';
import { INVITATION_HOURS } from '#features/console/contract.ts';
import type { AuditAction } from '#server/audit/action.ts';
import {
  type AuditActor,
  type AuditDeps,
  byOwner,
  hashedId,
  recordAction,
} from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps, SiteDeps } from '#server/feature.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import {
  CONSOLE_ENTERED,
  STAFF_INVITATION_WITHDRAWN,
  STAFF_INVITED,
  STAFF_JOINED,
  STAFF_REMOVED,
  STAFF_ROLE_CHANGED,
} from './audit-actions.ts';
import { isLastOwner, noteEntry } from './operator.ts';
import { consoleTables } from './tables.ts';

/** All operators, newest last, with the time when each last used the console. */
export async function listStaff(db: Db) {
  const rows = await db
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(({ selectFrom }) => [
      'u.id',
      'u.name',
      'u.email',
      's.role',
      's.created_at',
      selectFrom('console_sessions as c')
        .select((eb) => eb.fn.max('c.last_used_at').as('at'))
        .whereRef('c.user_id', '=', 's.user_id')
        .as('last_used_at'),
    ])
    .orderBy('s.created_at')
    .orderBy('u.email')
    .execute();
  return rows.map((row) => ({ ...row, name: shownName(row) }));
}

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];

/** The names of operators by the hashes of their account ids. Audit lines contain these hashes. */
export async function operatorsByHash({
  db,
  keyring,
}: Pick<SiteDeps, 'db' | 'keyring'>): Promise<ReadonlyMap<string, string>> {
  const staff = await listStaff(db);
  return new Map(
    staff.flatMap(({ id, name }) =>
      keyring.map((secret) => [hashedId(secret, 'subject', id), name] as const),
    ),
  );
}

/**
 * Invites the owner of an address to be an operator. The account need not exist yet. A newer invitation replaces an older one.
 *
 * @param mail writes the mail with the link
 * @returns the token of the link, which is stored only as a hash
 */
export async function inviteStaff(
  deps: SiteDeps,
  { email, role }: { readonly email: string; readonly role: Role },
  by: AuditActor,
  mail?: (tx: Tx, token: string, expiresAt: IsoTime) => Promise<void>,
): Promise<string> {
  const token = deps.newToken();
  const invited_by = typeof by.actor === 'string' ? null : by.actor.account;
  const expiresAt = timeAfter(deps.clock(), INVITATION_HOURS * HOUR_MS);
  await retryTransaction(deps.db, async (tx) => {
    // Locks the author’s account before the check of the session. Otherwise an invitation could outlive the access of its author.
    if (invited_by !== null) await lockUser(tx, invited_by);
    await by.stillMay?.(tx);
    // If an address is invited twice at the same time, the second invitation waits here, so that it replaces the first.
    await advisoryLock(tx, `invitation ${email}`);
    await deleteRows(tx, 'staff_invitations', { email });
    await insertRow(tx, 'staff_invitations', {
      token_hash: hashToken(token),
      email,
      role,
      expires_at: expiresAt,
      invited_by,
    });
    await mail?.(tx, token, expiresAt);
    await recordAction(deps, tx, { ...by, action: STAFF_INVITED, detail: role });
  });
  return token;
}

export async function listInvitations({ db, clock }: Pick<SiteDeps, 'db' | 'clock'>) {
  const rows = await db
    .selectFrom('staff_invitations')
    .select(['email', 'role', 'expires_at'])
    .where('expires_at', '>', clock().toISOString())
    .where('withdrawn_at', 'is', null)
    .orderBy('expires_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, invited_at: invitedAt(row.expires_at) }));
}
export type OpenInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

const invitedAt = (expires: string) =>
  new Date(Date.parse(expires) - INVITATION_HOURS * HOUR_MS).toISOString();

/** Withdraws the invitation to an address. Its link then shows that it was withdrawn. False if there is no open invitation. */
export function withdrawInvitation(
  deps: AuditDeps & { readonly db: Db },
  email: string,
  by: AuditActor,
): Promise<boolean> {
  return retryTransaction(deps.db, async (tx) => {
    const now = deps.clock().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('staff_invitations')
      .set({ withdrawn_at: now })
      .where('email', '=', email)
      .where('expires_at', '>', now)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordAction(deps, tx, { ...by, action: STAFF_INVITATION_WITHDRAWN });
    return true;
  });
}

/** The address and role of an invitation, even a withdrawn one. Undefined if it was used or has expired. */
export function findInvitation({ db, clock }: Pick<SiteDeps, 'db' | 'clock'>, token: string) {
  return db
    .selectFrom('staff_invitations')
    .select(['email', 'role', 'withdrawn_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
}

/**
 * `gone`: the link is for another address, or no longer works. `last-owner`: the role of the only owner would become lower, and the
 * invitation stays valid. `joined`: the first factor that this session adds opens the console at once.
 */
export function joinStaff(
  deps: SiteDeps,
  session: Session,
  token: string,
): Promise<'joined' | 'gone' | 'last-owner'> {
  const id = session.userId;
  return retryTransaction(deps.db, async (tx) => {
    await requireSessionIn(deps, tx, session);
    const isLast = await isLastOwner(deps, tx, id);
    const now = deps.clock().toISOString();
    // Locks the invitation, because it may be withdrawn at this moment.
    const invitation = await tx
      .updateTable('staff_invitations')
      .set(({ ref }) => ({ role: ref('role') }))
      .where('token_hash', '=', hashToken(token))
      .where('email', '=', tx.selectFrom('users').select('email').where('id', '=', id))
      .where('expires_at', '>', now)
      .where('withdrawn_at', 'is', null)
      .returning('role')
      .executeTakeFirst();
    if (invitation === undefined) return 'gone';
    const { role } = invitation;
    if (role !== 'owner' && isLast) return 'last-owner';
    await endInvitations(tx, id);
    const enrols_in = (await isGuarded(deps, tx, id)) ? null : session.id;
    await tx
      .insertInto('staff')
      .values({ user_id: id, role, created_at: now, enrols_in })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role, enrols_in }))
      .execute();
    await recordAction(deps, tx, {
      action: STAFF_JOINED,
      actor: { account: id },
      subject: id,
      detail: role,
    });
    return 'joined';
  });
}

/**
 * Changes or removes the role of an operator, who gets a mail about it. A removal closes the console for them at once. Changes nothing
 * and returns `last-owner` if there is no other owner, because nobody could give the role back.
 */
export async function changeRole(
  deps: SiteDeps & Pick<Deps, 'mails' | 'wakeMail'>,
  id: string,
  role: Role | undefined,
  by: AuditActor,
): Promise<'changed' | 'not-there' | 'last-owner'> {
  const result = await retryTransaction(deps.db, async (tx) => {
    if ((await isLastOwner(deps, tx, id)) && role !== 'owner') return 'last-owner';
    // The operator’s role is checked before the change, because the changed role may be their own.
    await by.stillMay?.(tx);
    const before = await findRow(tx, 'staff', ['role'], { user_id: id });
    const changed =
      role === undefined
        ? await deleteRows(tx, 'staff', { user_id: id })
        : await updateRows(tx, 'staff', { user_id: id }, { role });
    if (changed === 0) return 'not-there';
    // Ends unused invitations, because their links would give the old role back.
    await endInvitations(tx, id);
    if (role === undefined) await deleteRows(tx, 'console_sessions', { user_id: id });
    await recordAction(deps, tx, {
      ...by,
      action: role === undefined ? STAFF_REMOVED : STAFF_ROLE_CHANGED,
      subject: id,
      detail: role,
    });
    const account = await findRow(tx, 'users', ['email'], { id });
    if (account !== undefined && before?.role !== role) {
      const values = {
        what: role ? filled(ROLE_CHANGES.changed, { role, may: ROLES[role] }) : ROLE_CHANGES.removed,
      };
      await storeMail(deps, tx, { mail: ROLE_CHANGED_MAIL, to: account.email, userId: id, values });
    }
    return 'changed';
  });
  if (result === 'changed') deps.wakeMail();
  return result;
}

/**
 * If this session has accepted an invitation, opens the console, because the proofs in the session are fresh. True only once
 * for each invitation.
 */
export async function takeInvitation(deps: AuditDeps, tx: Tx, session: Session): Promise<boolean> {
  const { id, userId } = session;
  const changed = await updateRows(tx, 'staff', { user_id: userId, enrols_in: id }, { enrols_in: null });
  if (changed !== 1) return false;
  await noteEntry(tx, { session, isInside: false }, deps.clock());
  await recordAction(deps, tx, { ...byOwner(session), action: CONSOLE_ENTERED });
  return true;
}

export const hasRole = (db: Db | Tx, userId: string) => hasRow(db, 'staff', { user_id: userId });

/** Removes the role of an account that is being closed. Returns the audit action, or undefined if there was no role. */
export async function removeRole(tx: Tx, userId: string): Promise<AuditAction | undefined> {
  const deleted = await deleteRows(tx, 'staff', { user_id: userId });
  return deleted > 0 ? STAFF_REMOVED : undefined;
}

/** Deletes invitations sent to an account and made by it, because an invitation ends with its author’s role. */
export async function endInvitations(tx: Tx, userId: string): Promise<void> {
  await sql`delete from staff_invitations where ${consoleTables.staff_invitations.endsWithAccess(userId)}`.execute(
    tx,
  );
}
