import { MESSAGES_KEPT, PROFILE_LIMITS } from '#contract/limits.ts';
import { pageRecord } from '#contract/page-record.ts';
import type { UserRecord } from '#contract/users.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';

/** A record as it is right after sign-up (spec §3): the name is the part of the address before `@` (decisions §3.1). */
export function freshRecord(email: string, now: Date) {
  const time = now.toISOString();
  const name = email.slice(0, email.lastIndexOf('@')).slice(0, PROFILE_LIMITS.nameMax);
  return { name, gender: '', dob: '', about: '', created_at: time, updated_at: time };
}

const findUser = prepareQuery((db, value: Values<{ id: string }>) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'gender',
      'dob',
      'about',
      'created_at',
      'updated_at',
      'last_login',
      'login_count',
      'verification_sent_at',
      'verification_attempts',
    ])
    .where('id', '=', value('id')),
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
  return { ...row, email_verified: true, messages: await messagesOf(db, { id }) };
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
