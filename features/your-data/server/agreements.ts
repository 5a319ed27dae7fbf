import { sql } from 'kysely';
import { requireStrongProofIn } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import type { Withdrawn } from '#features/accounts/server/slots.ts';
import { SUBMISSION_DELETED } from '#features/forms/server/audit-actions.ts';
import { deleteNotifications } from '#features/forms/server/message-mails.ts';
import { type AccountPerson, ownSubmissions } from '#features/forms/server/own-messages.ts';
import type { Agreement } from '#features/your-data/bodies.ts';
import { byOwner, recordDeletion } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRow, insertRow } from '#server/database/rows.ts';
import type { Deps, SiteDeps, WithFeatures } from '#server/feature.ts';

/** The maximum messages that are listed. When some are erased, the next ones appear. */
const MOST = 100;

/**
 * The condition for messages that may be erased. Unpaid messages may not be erased, because the person may be paying at this
 * moment. Within a day, each unpaid message is paid or deleted.
 */
const isErasable = (person: AccountPerson) => sql<boolean>`(${ownSubmissions(person)}) and state <> 'unpaid'`;

/**
 * Lists a person's agreements, the withdrawn ones last. The account and each message count as agreements even without a
 * recorded notice.
 */
export async function findAgreements(
  { db, features }: SiteDeps,
  person: AccountPerson,
): Promise<readonly Agreement[]> {
  const seen = (about: string, of: string) =>
    sql<
      string | null
    >`(select max(version) from notices where kind = 'seen' and ${sql.ref(about)} = ${sql.ref(of)})`;
  const account = await db
    .selectFrom('users')
    .select(['id', 'created_at as at', sql.lit('sign-up').as('notice')])
    .select(seen('notices.user_id', 'users.id').as('version'))
    .where('id', '=', person.id)
    .execute();
  const others = await Promise.all(
    features.map(({ agreements }) => agreements?.find(db, person.email) ?? []),
  );
  const messages = await db
    .selectFrom('submissions')
    .select(['id', 'created_at as at', 'form as notice'])
    .select(seen('notices.submission_id', 'submissions.id').as('version'))
    .where(isErasable(person))
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const withdrawn = await db
    .selectFrom('notices')
    .select(['id', 'at', 'notice', 'version'])
    .where('user_id', '=', person.id)
    .where('kind', '=', 'withdrawn')
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  return [
    ...[...account, ...others.flat(), ...messages].map((row) => ({
      ...row,
      version: row.version ?? '',
      isWithdrawn: false,
    })),
    ...withdrawn.map((row) => ({ ...row, isWithdrawn: true })),
  ];
}

/**
 * Withdraws an agreement: deletes the entry in the launch list, or one message, and records the deletion. Ignores ids of other
 * people. If the account has a second factor, a proof of identity is needed, so that a password alone deletes nothing.
 */
export function withdraw(deps: Deps, person: AccountPerson, id: string, session: Session): Promise<void> {
  return retryTransaction(deps.db, async (tx) => {
    await requireStrongProofIn(deps, tx, session);
    let found = await eraseOwnMessage(deps, tx, person, id);
    for (const { agreements } of deps.features) found ??= await agreements?.withdraw(tx, person.email, id);
    if (found === undefined) return;
    const { notice, version = '', action } = found;
    await recordDeletion(deps, tx, { ...byOwner(session), action, subject: id });
    const withdrawn = { notice, version, kind: 'withdrawn', at: deps.clock().toISOString() } as const;
    await insertRow(tx, 'notices', { id: deps.newId(), ...withdrawn, user_id: person.id });
  });
}

async function eraseOwnMessage(
  { features }: WithFeatures,
  tx: Tx,
  person: AccountPerson,
  id: string,
): Promise<Withdrawn | undefined> {
  const seen = await findRow(tx, 'notices', ['version'], { submission_id: id });
  const message = await tx
    .deleteFrom('submissions')
    .where('id', '=', id)
    .where(isErasable(person))
    .returning('form')
    .executeTakeFirst();
  if (message === undefined) return undefined;
  await deleteNotifications(tx, [id]);
  for (const { messagesErased } of features) await messagesErased?.(tx, [id]);
  return { notice: message.form, version: seen?.version, action: SUBMISSION_DELETED };
}
