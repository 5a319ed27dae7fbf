import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ACCOUNT_DELETED_MAIL, ACCOUNT_DELETED_WORDS } from '#content/features/accounts.ts';
import { DUE_RECEIPT_MAIL, RECEIPT_MAIL } from '#content/features/forms.ts';
import { TO_OPERATORS } from '#content/features.ts';
import { isSameName } from '#contract/display-name.ts';
import { REASONS, type Reason } from '#contract/operators.ts';
import {
  NAME_MISMATCH,
  PROOF_MISSING,
  SECOND_STEP_NEEDED,
  WRONG_PASSWORD,
} from '#features/accounts/refusals.ts';
import { DELETION_ORDERED } from '#server/audit/core-actions.ts';
import { type AuditActor, byOwner, recordAction, recordDeletion } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow, updateRows } from '#server/database/rows.ts';
import { nobody } from '#server/database/tables.ts';
import type { AppDeps, Deps, SiteDeps, WithFeatures } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { countBeingSent } from '#server/mail/mail-queue.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { ACCOUNT_DELETED } from './audit-actions.ts';
import { isGuarded } from './factors.ts';
import { hasPassword } from './password-factor.ts';
import {
  checkProof,
  findProof,
  oldestValidProof,
  refuseUnproved,
  requireProofIn,
  requireProved,
  type TypedProof,
  withProof,
} from './proof.ts';
import type { Session } from './sessions.ts';
import { type DeletedRow, operatorsOf } from './slots.ts';
import { lockUser, shownName } from './users.ts';

/** A deletion leaves only an audit line without personal data and a farewell mail (docs/product.md, "Deletion"). */
export async function deleteAccount(deps: DeletionDeps, id: string, by: DeletedBy): Promise<boolean> {
  const isDeleted = await retryTransaction(deps.db, async (tx) => {
    if ('session' in by) {
      await requireProofIn(deps, tx, by.session);
      // `requireProofIn` accepts a proof for any action, but a deletion needs a proof of its own (`proveForDeletion`).
      const row = await findRow(tx, 'sessions', ['proved_at'], { id: by.session.id });
      if ((row?.proved_at ?? '') < oldestValidProof(deps.clock())) refuse(PROOF_MISSING);
    } else await lockUser(tx, id);
    await operatorsOf(deps)?.refuseLastOwner(deps, tx, id);
    // `refuseLastOwner` must run before the rows that it reads are deleted.
    if ('reason' in by) await by.by.stillMay?.(tx);
    await keepMailsToOthers(deps, tx, id);
    const { email, deleted } = await removePerson(deps, tx, id);
    if (email === undefined) return false;
    const values = ACCOUNT_DELETED_WORDS['reason' in by ? by.reason : 'asked'];
    await storeMail(deps, tx, { mail: ACCOUNT_DELETED_MAIL, to: email, userId: null, values });
    const { actor, session } = 'reason' in by ? by.by : byOwner(by.session);
    for (const { action, id: subject } of deleted) await recordDeletion(deps, tx, { action, actor, subject });
    // The audit line has a hash of the id, so that the account can be deleted again after a backup is restored.
    await recordDeletion(deps, tx, { action: ACCOUNT_DELETED, actor, subject: id, session });
    if ('reason' in by) {
      const { reason } = by;
      await recordAction(deps, tx, { ...by.by, action: DELETION_ORDERED, subject: id, detail: reason });
      await operatorsOf(deps)?.tellOfDeletion(deps, tx, { what: 'an account', reason: REASONS[reason] });
    }
    return true;
  });
  if (isDeleted) deps.wakeMail();
  return isDeleted;
}

type DeletionDeps = SiteDeps & Pick<Deps, 'mails' | 'wakeMail'>;

/** Who deletes: the owner, with a session that has a proof of identity, or an operator, with a reason. */
type DeletedBy = { readonly session: Session } | { readonly reason: Reason; readonly by: AuditActor };

const RECEIPTS = [RECEIPT_MAIL.name, DUE_RECEIPT_MAIL.name];

/**
 * Keeps mails to other addresses for a day, without the account's id, if they were sent or are being sent. Otherwise a stranger who
 * creates and deletes accounts could mail an address without limit (docs/product.md, "Confirmation").
 */
async function keepMailsToOthers({ newId }: Pick<Deps, 'newId'>, tx: Tx, id: string): Promise<void> {
  await countBeingSent(tx, sql`user_id = ${id}`);
  await tx
    .updateTable('outbox')
    .set({ user_id: nobody(newId()) })
    .where('user_id', '=', id)
    .where('state', '=', 'sent')
    // Keeps only mails that count towards a limit: receipts, and mails that a person requested, which have a `network`.
    .where((eb) => eb.or([eb('network', '<>', ''), eb('kind', 'in', RECEIPTS)]))
    .where('recipient', 'not in', ({ selectFrom }) =>
      selectFrom('users').select('email').where('id', '=', id),
    )
    .execute();
}

/**
 * Removes the data of an account, or of a sign-up that is not an account yet: the rows, what other features store under the
 * address, and the mails. Returns the deletions that the caller must record. `email` is undefined when there was no account.
 * Call it with the account's row locked.
 */
async function removePerson(
  { features }: WithFeatures,
  tx: Tx,
  id: string,
): Promise<{ readonly email: string | undefined; readonly deleted: readonly DeletedRow[] }> {
  const user = await findRow(tx, 'users', ['email'], { id });
  await deleteRows(tx, 'sign_ups', { id });
  const deleteTheirMails = () => deleteRows(tx, 'outbox', { user_id: id });
  if (user === undefined) {
    await deleteTheirMails();
    return { email: undefined, deleted: [] };
  }
  const { email } = user;
  await tx
    .deleteFrom('outbox')
    .where('recipient', '=', email)
    // Mails about messages are not deleted: they are for the operator, even if the operator has the same address as this account.
    .where('kind', 'not in', TO_OPERATORS)
    // Mails that another account or sign-up requested stay: they count towards limits, and a changed limit would reveal that an
    // account is gone. Only unsent mails of sign-ups are deleted, because their text would say that the address has an account.
    .where(({ and, or, eb, exists, selectFrom }) =>
      or([
        eb('user_id', 'is', null),
        eb('user_id', '=', nobody()),
        and([
          eb('state', 'in', ['requested', 'waiting']),
          exists(
            selectFrom('sign_ups as s')
              .select('s.id')
              .whereRef('s.id', '=', 'outbox.user_id')
              .where('s.confirmed_at', 'is', null),
          ),
        ]),
      ]),
    )
    .execute();
  const deleted: DeletedRow[] = [];
  for (const { deletePerson } of features)
    if (deletePerson !== undefined) deleted.push(...(await deletePerson({ features }, tx, { id, email })));
  // Through foreign keys, the deletion of this row also deletes the account's passwords, sessions, links and messages.
  await deleteRows(tx, 'users', { id });
  // Mails are deleted last, because a message stored at the same time may have added mails while this transaction waited for it.
  await deleteTheirMails();
  return { email, deleted };
}

export async function deletePeopleAgain(
  deps: WithFeatures,
  tx: Tx,
  isDeleted: (id: string) => boolean,
): Promise<Readonly<Record<string, number>>> {
  const users = await tx.selectFrom('users').select('id').execute();
  const signUps = await tx.selectFrom('sign_ups').select('id').execute();
  const ids = new Set([...users, ...signUps].map(({ id }) => id).filter(isDeleted));
  for (const id of ids) await removePerson(deps, tx, id);
  return { 'accounts or sign-ups': ids.size };
}

/**
 * Records that the owner wants to delete the account. Refuses with NAME_MISMATCH, WRONG_PASSWORD, DECIDE_FIRST or the error
 * for the missing part of the proof.
 */
export async function proveForDeletion(
  deps: AppDeps,
  request: FastifyRequest,
  session: Session,
  { name, password, code }: TypedProof & { readonly name: string },
): Promise<void> {
  const user = await findRow(deps.db, 'users', ['name', 'email'], { id: session.userId });
  if (user === undefined || !isSameName(shownName(user), name)) refuse(NAME_MISMATCH);
  const needsPassword = await hasPassword(deps.db, session.userId);
  // The password is required even if it proved the person's identity a moment ago.
  if (needsPassword && password === undefined && !(await isGuarded(deps, deps.db, session.userId)))
    refuse(WRONG_PASSWORD);
  const typed = { password: needsPassword ? password : undefined, code };
  if (typed.password !== undefined || code !== undefined) {
    const result = await checkProof(deps, request, session, typed);
    if (result === 'wrong-password') refuse(WRONG_PASSWORD);
    refuseUnproved(result);
  } else {
    const state = await findProof(deps, deps.db, session);
    if (state === 'second-needed') refuse(SECOND_STEP_NEEDED);
    requireProved(state);
  }
  await withProof(deps, session, (tx) =>
    updateRows(tx, 'sessions', { id: session.id }, { proved_at: deps.clock().toISOString() }),
  );
}
