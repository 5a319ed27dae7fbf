import type { Provider } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { SessionsTable } from '#server/database/schema.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { AccountChanged } from './lost-race.ts';
import { findRecord } from './record.ts';
import { stillHasPassword } from './sign-in.ts';
import { hashToken } from './token-hash.ts';
import { verifyToken } from './tokens.ts';

/** A live session, and whose it is. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

/** What a request brings to say who makes it. */
export type Credentials = {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The session cookie. */
  readonly token: string | undefined;
};

export type ProvedPerson = {
  readonly userId: string;
  /** The session is only created while this is still the account's password. */
  readonly proof: { readonly way: 'password'; readonly passwordHash: string } | { readonly way: Provider };
  readonly remember: boolean;
};

export type Browser = {
  readonly userAgent: string | undefined;
  /** The session cookie that it had until now. */
  readonly token: string | undefined;
};

const DAY = 24 * 60 * 60_000;
/** Decisions §3.7. A remembered session lasts this long after its last use, another one this long after the sign-in. */
const LIFE_DAYS = { remembered: 30, unremembered: 1 } as const;
/** Decisions §3.8. */
const MAX_SESSIONS = 100;
const MAX_USER_AGENT = 256;

/** For the `Max-Age` of the cookie. */
export const REMEMBERED_SECONDS = (LIFE_DAYS.remembered * DAY) / 1_000;

/**
 * The session behind a bearer token if the request has an `Authorization` header, else the one behind its cookie. A
 * token counts only while the session that it names lives, so a sign-out, a reset or a deletion ends it too.
 * `undefined` for everything that is not valid; rejects when the database does not answer.
 */
export async function authenticate(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'keyring' | 'origin'>,
  { authorization, token }: Credentials,
): Promise<Session | undefined> {
  if (authorization === undefined) return findSession(deps, token);
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const id = bearer === undefined ? undefined : await verifyToken(deps, bearer);
  return id === undefined ? undefined : findLive(deps, findById, id);
}

/** The session behind a cookie alone: for what a bearer token may not do. */
export async function findSession(
  deps: Pick<AccountsDeps, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Session | undefined> {
  return token === undefined ? undefined : findLive(deps, findByTokenHash, hashToken(token));
}

async function findLive(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  find: typeof findById,
  value: string,
): Promise<Session | undefined> {
  const [row] = await find(db, { value, now: clock().toISOString() });
  if (row === undefined) return undefined;
  const { id, user_id: userId, remembered, last_used_at } = row;
  return { id, userId, isRemembered: remembered === 1, lastUsedAt: new Date(last_used_at) };
}

const findLiveBy = (column: 'id' | 'token_hash') =>
  prepareQuery((db, value: Values<{ value: string; now: string }>) =>
    db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'remembered', 'last_used_at'])
      .where(column, '=', value('value'))
      .where('expires_at', '>', value('now')),
  );
const findById = findLiveBy('id');
const findByTokenHash = findLiveBy('token_hash');

/**
 * Creates a session for a person whose proof was checked, and stores all that belongs to a sign-in in one transaction:
 * the visit is counted, the session that this browser had ends (decisions §3.8), and the audit log gets its line. A
 * refused sign-in leaves no line, because that would take longer for addresses that have an account (decisions §3.3).
 *
 * @returns the token for the cookie, which is stored nowhere; `undefined`, with nothing changed, when the account is
 * gone or has another password by now
 */
export async function createSession(
  deps: AccountsDeps,
  person: ProvedPerson,
  browser: Browser,
): Promise<{ readonly token: string; readonly record: UserRecord } | undefined> {
  const token = deps.newToken();
  try {
    const record = await deps.db.transaction().execute((tx) => signIn(deps, tx, person, browser, token));
    return { token, record };
  } catch (error) {
    if (error instanceof AccountChanged) return undefined;
    throw error;
  }
}

async function signIn(
  deps: AccountsDeps,
  tx: Tx,
  { userId, proof, remember }: ProvedPerson,
  browser: Browser,
  token: string,
): Promise<UserRecord> {
  const now = deps.clock();
  // First, because it locks the account: a reset or a deletion has either committed, and is seen below, or waits and
  // then finds the session. PostgreSQL needs the password read in a later statement to see what committed meanwhile.
  const [locked] = await countVisit(tx, { userId, now: now.toISOString() });
  if (locked === undefined) throw new AccountChanged();
  if (proof.way === 'password' && !(await stillHasPassword(tx, userId, proof.passwordHash)))
    throw new AccountChanged();
  if (browser.token !== undefined)
    await tx.deleteFrom('sessions').where('token_hash', '=', hashToken(browser.token)).execute();
  await endLongestUnused(tx, { userId });
  const id = deps.newId();
  const days = remember ? LIFE_DAYS.remembered : LIFE_DAYS.unremembered;
  await insertSession(tx, {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    remembered: remember ? 1 : 0,
    user_agent: (browser.userAgent ?? '').slice(0, MAX_USER_AGENT),
    created_at: now.toISOString(),
    expires_at: daysAfter(now, days),
  });
  const record = await findRecord(tx, userId);
  if (record === undefined) throw new AccountChanged();
  const actor = { account: userId };
  await recordAction(deps, tx, {
    action: 'signed-in',
    actor,
    subject: userId,
    session: id,
    detail: proof.way,
  });
  return record;
}

const countVisit = prepareQuery((db, value: Values<{ userId: string; now: string }>) =>
  db
    .updateTable('users')
    .set((eb) => ({ last_login: value('now'), login_count: eb('login_count', '+', 1) }))
    .where('id', '=', value('userId'))
    .returning('id'),
);

/** Makes room for one more session. Every sign-in does, so there is never more than one to end. */
const endLongestUnused = prepareQuery((db, value: Values<{ userId: string }>) =>
  db.deleteFrom('sessions').where('id', '=', ({ selectFrom }) =>
    selectFrom('sessions')
      .select('id')
      .where('user_id', '=', value('userId'))
      .orderBy('last_used_at', 'desc')
      .limit(1)
      .offset(MAX_SESSIONS - 1),
  ),
);

type NewSession = Omit<SessionsTable, 'last_used_at' | 'proved_at' | 'reauthenticated_at'>;

const insertSession = prepareQuery((db, value: Values<NewSession>) =>
  db.insertInto('sessions').values({
    id: value('id'),
    token_hash: value('token_hash'),
    user_id: value('user_id'),
    remembered: value('remembered'),
    user_agent: value('user_agent'),
    created_at: value('created_at'),
    last_used_at: value('created_at'),
    expires_at: value('expires_at'),
  }),
);

/**
 * Gives a remembered session its 30 days anew, at most once a day, to keep writes few.
 *
 * @returns whether it did; then the cookie needs its days anew as well
 */
export async function extendSession(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  { id, isRemembered, lastUsedAt }: Session,
): Promise<boolean> {
  const now = clock();
  if (!isRemembered || now.getTime() - lastUsedAt.getTime() < DAY) return false;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString(), expires_at: daysAfter(now, LIFE_DAYS.remembered) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a session on its owner's wish. No process finds it any more once this resolves. */
export async function endSession(deps: AccountsDeps, { id, userId }: Session): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) return;
    const actor = { account: userId };
    await recordAction(deps, tx, { action: 'signed-out', actor, subject: userId, session: id });
  });
}

function daysAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY).toISOString();
}
