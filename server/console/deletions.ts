import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import {
  CONSOLE,
  DELETE_ALONE_MOST,
  DELETE_DELAY_HOURS,
  may,
  REASONS,
  type Reason,
} from '#contract/console.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import { type AuditDeps, type AuditEntry, hashedId, recordAction } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PlannedDeletionsTable } from '#server/database/schema.ts';
import { timeInWords } from '#server/date-in-words.ts';
import { deleteSome, deleteSubmissions } from '#server/forms/delete-submissions.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { plural } from '#server/plural.ts';
import type { Operator } from './operator.ts';
import { countOwners } from './staff.ts';

type DeletionDeps = AuditDeps & Pick<AccountsDeps, 'db' | 'mails' | 'wakeMail' | 'origin'>;

const HOUR = 3_600_000;

export type AskedDeletion =
  | { readonly kind: 'deleted'; readonly deleted: number; readonly kept: number }
  /** `dueAt` is null where another owner has to agree. */
  | { readonly kind: 'planned'; readonly count: number; readonly dueAt: string | null }
  | { readonly kind: 'gone' };

/**
 * Deletes submissions, unless their operator has deleted so much within a day that nobody does it alone: then it is planned,
 * and waits for another owner, or for a day where there is none.
 */
export async function askForDeletion(
  deps: DeletionDeps,
  operator: Operator,
  asked: readonly string[],
  reason: Reason,
): Promise<AskedDeletion> {
  if (asked.length === 0) return { kind: 'gone' };
  const { userId } = operator.session;
  const by = operator.by;
  const result = await deps.db.transaction().execute(async (tx): Promise<AskedDeletion> => {
    // Of two calls at once the second counts what the first deleted.
    await advisoryLock(tx, `deletions ${userId}`);
    const rows = await tx.selectFrom('submissions').select('id').where('id', 'in', asked).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { kind: 'gone' };
    if ((await countDeletions(deps, tx, userId)) + ids.length <= DELETE_ALONE_MOST) {
      const deleted = await deleteSome(deps, tx, ids, { ...by, reason });
      return { kind: 'deleted', deleted: deleted.length, kept: ids.length - deleted.length };
    }
    const dueAt = (await countOwners(tx)) < 2 ? dueFrom(deps.clock()) : null;
    const plan = {
      id: deps.newId(),
      user_id: userId,
      ids: JSON.stringify(ids),
      reason,
      created_at: deps.clock().toISOString(),
      due_at: dueAt,
    };
    await tx.insertInto('planned_deletions').values(plan).execute();
    await recordAction(deps, tx, {
      ...by,
      action: 'deletions-asked',
      subject: plan.id,
      detail: detailOf(plan),
    });
    await tellOwners(deps, tx, plan);
    return { kind: 'planned', count: ids.length, dueAt };
  });
  if (result.kind === 'planned') deps.wakeMail();
  return result;
}

/** Tells the other owners of a plan, or the only one there is. The mail names nobody, so that no deletion has to look for it. */
async function tellOwners(
  deps: DeletionDeps,
  tx: Tx,
  { user_id, ids, reason, due_at }: Pick<PlannedDeletionsTable, 'user_id' | 'ids' | 'reason' | 'due_at'>,
): Promise<void> {
  const owners = await tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.role', '=', 'owner')
    .execute();
  const others = owners.filter(({ id }) => id !== user_id);
  const values = {
    count: plural(idsOf(ids).length, 'message'),
    reason: REASONS[reason],
    when:
      due_at === null
        ? 'It waits until another owner agrees to it.'
        : `It happens by itself on ${timeInWords(due_at)}, unless it’s stopped.`,
    console: deps.origin + CONSOLE.deletions,
  };
  for (const { id: userId, email: to } of others.length === 0 ? owners : others) {
    const mail = { id: deps.newId(), kind: 'deletion-planned', to, userId, values } as const;
    await storeMail(tx, mail, deps.mails, deps.clock());
  }
}

const dueFrom = (now: Date) => new Date(now.getTime() + DELETE_DELAY_HOURS * HOUR).toISOString();
const detailOf = ({ ids, reason }: { readonly ids: string; readonly reason: Reason }) =>
  `${idsOf(ids).length} messages, ${reason}`;
const idsOf = (json: string) => z.array(z.string()).parse(JSON.parse(json));

/** The condition of the index `audit_deletions`, word for word. */
const isDeletion = sql<boolean>`action in ('submission-deleted', 'account-deleted')`;

/** How much an operator has deleted within a day: messages and accounts together, or accounts alone. */
export async function countDeletions(
  { keyring, clock }: Pick<AuditDeps, 'keyring' | 'clock'>,
  db: Db | Tx,
  userId: string,
  only?: 'account-deleted',
): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(
      'actor',
      'in',
      keyring.map((secret) => hashedId(secret, 'subject', userId)),
    )
    .where('at', '>', new Date(clock().getTime() - 24 * HOUR).toISOString())
    .where(isDeletion)
    .where((eb) => (only === undefined ? eb.and([]) : eb('action', '=', only)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What is planned, the oldest first; of one operator where asked for. */
export async function listPlanned(db: Db, userId?: string) {
  const rows = await db
    .selectFrom('planned_deletions as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'u.name', 'p.reason', 'p.created_at', 'p.due_at', 'p.ids'])
    .where((eb) => (userId === undefined ? eb.and([]) : eb('p.user_id', '=', userId)))
    .orderBy('p.created_at')
    .execute();
  return rows.map((row) => ({ ...row, ids: idsOf(row.ids) }));
}

export type PlannedDeletion = Awaited<ReturnType<typeof listPlanned>>[number];

/** An owner agrees to what another operator planned, which is done at once. Undefined when it is not there, or their own. */
export async function agreeToDeletion(
  deps: DeletionDeps,
  owner: Operator,
  id: string,
): Promise<number | undefined> {
  const plan = await deps.db.transaction().execute(async (tx) => {
    // Due from now on: if this process ends meanwhile, the hourly work goes on.
    const agreed = await tx
      .updateTable('planned_deletions')
      .set({ due_at: deps.clock().toISOString() })
      .where('id', '=', id)
      .where('user_id', '<>', owner.session.userId)
      .returningAll()
      .executeTakeFirst();
    if (agreed !== undefined)
      await recordAction(deps, tx, {
        ...owner.by,
        action: 'deletions-agreed',
        subject: id,
        detail: detailOf(agreed),
      });
    return agreed;
  });
  return plan && carryOut(deps, plan);
}

/** Ends a plan: its operator takes it back, or an owner refuses it. False when it is not there, or not theirs to end. */
export function endPlan(
  deps: DeletionDeps,
  operator: Operator,
  id: string,
  action: 'deletions-refused' | 'deletions-taken-back',
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const plan = await tx
      .deleteFrom('planned_deletions')
      .where('id', '=', id)
      .where('user_id', action === 'deletions-refused' ? '<>' : '=', operator.session.userId)
      .returning(['ids', 'reason'])
      .executeTakeFirst();
    if (plan === undefined) return false;
    await recordAction(deps, tx, { ...operator.by, action, subject: id, detail: detailOf(plan) });
    return true;
  });
}

/**
 * Does what is due, and sets a date for what no second owner is left to agree to. To be called each hour, from any number of
 * processes. What an operator planned who may not delete any more is dropped.
 */
export async function carryOutDeletions(deps: DeletionDeps): Promise<void> {
  const { db, clock } = deps;
  const plans = await db
    .selectFrom('planned_deletions as p')
    .leftJoin('staff as s', 's.user_id', 'p.user_id')
    .selectAll('p')
    .select('s.role')
    .execute();
  const hasOwners = (await countOwners(db)) > 1;
  for (const plan of plans) {
    if (plan.role === null || !may(plan.role, 'delete-messages')) await removePlan(db, plan.id);
    else if (plan.due_at !== null && plan.due_at <= clock().toISOString()) await carryOut(deps, plan);
    else if (plan.due_at === null && !hasOwners) await giveDate(deps, plan.id);
  }
}

/** Nobody is left to agree: it happens a day from now, which whoever is left is told, once. */
async function giveDate(deps: DeletionDeps, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const plan = await tx
      .updateTable('planned_deletions')
      .set({ due_at: dueFrom(deps.clock()) })
      .where('id', '=', id)
      .where('due_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (plan !== undefined) await tellOwners(deps, tx, plan);
  });
  deps.wakeMail();
}

/** Killed half-way and called again, it goes on. Returns how many were deleted. */
async function carryOut(
  deps: DeletionDeps,
  { id, user_id, ids, reason }: Selectable<PlannedDeletionsTable>,
): Promise<number> {
  const by: Pick<AuditEntry, 'actor'> = { actor: { account: user_id } };
  const deleted = await deleteSubmissions(deps, idsOf(ids), { ...by, reason });
  await removePlan(deps.db, id);
  return deleted.length;
}

async function removePlan(db: Db, id: string): Promise<void> {
  await db.deleteFrom('planned_deletions').where('id', '=', id).execute();
}
