import { MESSAGES_KEPT } from '#contract/limits.ts';
import { pageRecord } from '#contract/page-record.ts';
import type { UserRecord } from '#contract/users.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';

const findUser = prepareQuery((db, value: Values<{ id: string }>) =>
  db
    .selectFrom('users as u')
    // A shadow shows the address that was typed, as a new account would. Every account is looked up twice, so that
    // a shadow takes no longer.
    .innerJoin('users as typed', (join) =>
      join.on((eb) => eb('typed.id', '=', eb.fn.coalesce('u.shadows', 'u.id'))),
    )
    .select([
      'u.id',
      'typed.email',
      'u.name',
      'u.gender',
      'u.dob',
      'u.about',
      'u.created_at',
      'u.updated_at',
      'u.last_login',
      'u.login_count',
      'u.email_verified',
      'u.verification_sent_at',
      'u.verification_attempts',
    ])
    .where('u.id', '=', value('id')),
);

const newestMessages = (limit: number) =>
  prepareQuery((db, value: Values<{ id: string }>) =>
    db
      .selectFrom('submissions')
      .select(['id', 'form', 'message', 'created_at'])
      .where('user_id', '=', value('id'))
      .where('state', '=', 'received')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  );
const findMessages = newestMessages(MESSAGES_KEPT);
/** More than most people ever send. */
const A_FEW = 10;
const findFewMessages = newestMessages(A_FEW);

/** The user record of spec §3, with the newest messages first; `undefined` when the account is gone. */
export async function findRecord(
  db: Db | Tx,
  id: string,
  messagesOf = findMessages,
): Promise<UserRecord | undefined> {
  const [row] = await findUser(db, { id });
  if (row === undefined) return undefined;
  return {
    ...row,
    email_verified: row.email_verified === 1,
    messages: await messagesOf(db, { id }),
  };
}

/**
 * The record as a page keeps it (`contract/page-record.ts`). Of somebody who wrote many long messages, it reads only as
 * many as there is room for.
 */
export async function findPageRecord(db: Db | Tx, id: string): Promise<UserRecord | undefined> {
  const some = await findRecord(db, id, findFewMessages);
  if (some === undefined) return undefined;
  const page = pageRecord(some);
  if (some.messages.length < A_FEW || page.messages.length < A_FEW) return page;
  const whole = await findRecord(db, id);
  return whole && pageRecord(whole);
}
