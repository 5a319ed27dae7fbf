import { sql } from 'kysely';
import { END_WITH_ACCESS } from '#content/features.ts';
import { REMEMBERED_SESSION_DAYS } from '#content/session-days.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#server/database/rows.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Deps } from '#server/feature.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { deleteMailsOf } from '#server/mail/outbox.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { SIGNED_IN, SIGNED_OUT } from './audit-actions.ts';
import { capRows, renewDevice } from './devices.ts';
import { hashToken } from './hashes.ts';
import type { Evidence, Session } from './sign-in-types.ts';
import { type SecondStep, secondStepOf, undoOf } from './slots.ts';
import { RECORD_COLUMNS, withMessages } from './users.ts';

/** What a request brings to say who makes it. */
export type Credentials = {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The session cookie. */
  readonly token: string | undefined;
};

type ProvedPerson = {
  readonly userId: string;
  readonly proof: Evidence & {
    /** A code came as well. */
    readonly withCode?: true;
  };
  readonly remember: boolean;
  /** Its owner is told of what signs this browser in already. */
  readonly isTold?: true;
};

export type Browser = {
  readonly userAgent: string | undefined;
  /** The session cookie that it had until now. */
  readonly token: string | undefined;
  /** The device cookie that it had until now. */
  readonly device: string | undefined;
  /** The cookie of a browser that is remembered after a code. */
  readonly trusted: string | undefined;
};

/** What a sign-in gives: the tokens for both cookies are stored nowhere. */
export type SignedIn = { readonly token: string; readonly device: string; readonly record: UserRecord };

/** docs/product.md, "Sessions". */
const MAX_SESSIONS = 100;

/** A remembered session lasts this long after its last use, another one for a day after the sign-in (docs/product.md, "Sessions"). */
export const REMEMBERED_MS = REMEMBERED_SESSION_DAYS * DAY_MS;

/**
 * Finds the session of a request, by its bearer token if it has an `Authorization` header, else by its cookie. A token
 * counts only while its session lives. `undefined` for everything invalid; rejects when the database does not answer.
 */
export async function authenticate(
  deps: Deps,
  { authorization, token }: Credentials,
): Promise<Session | undefined> {
  if (authorization === undefined) return findSession(deps, token);
  const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (bearer === undefined) return undefined;
  for (const { sessionOfToken } of deps.features) {
    const id = await sessionOfToken?.(deps, bearer);
    if (id !== undefined) return findLive(deps, { id });
  }
  return undefined;
}

/** Finds a session by its cookie only, for what a bearer token may not do. */
export async function findSession(deps: Deps, token: string | undefined): Promise<Session | undefined> {
  return token === undefined ? undefined : findLive(deps, { token_hash: hashToken(token) });
}

async function findLive(
  { db, clock }: Deps,
  sought: { readonly id: string } | { readonly token_hash: string },
): Promise<Session | undefined> {
  const columns = ['id', 'user_id', 'remembered', 'last_used_at', 'expires_at'] as const;
  const row = await findRow(db, 'sessions', columns, sought);
  if (row === undefined || row.expires_at <= clock().toISOString()) return undefined;
  const { id, user_id: userId, remembered, last_used_at } = row;
  return { id, userId, isRemembered: remembered === 1, lastUsedAt: new Date(last_used_at) };
}

/** The account asks for a code, and none came. */
export class CodeNeededError extends Error {
  readonly secondStep: SecondStep;

  constructor(secondStep: SecondStep) {
    super();
    this.secondStep = secondStep;
  }
}

/**
 * Signs a person in: the visit is counted, the former session of this browser ends, and the audit log gets its line. Throws
 * `ConflictError` when the account is gone, closed or frozen for this way in, or what was shown no longer holds, and
 * `CodeNeededError`. A refused sign-in leaves no line, because that would take longer for addresses with an account
 * (docs/product.md, "Privacy of accounts").
 */
export async function createSessionIn(
  deps: Deps,
  tx: Tx,
  { userId, proof, remember, isTold }: ProvedPerson,
  browser: Browser,
): Promise<SignedIn> {
  const [now, token] = [deps.clock(), deps.newToken()];
  // First, because it locks the account: a reset or a deletion has either committed, and is seen below, or waits and
  // then finds the session. PostgreSQL needs the password read in a later statement to see what has committed since.
  const locked = await tx
    .updateTable('users')
    .set((eb) => ({ last_login: now.toISOString(), login_count: eb('login_count', '+', 1) }))
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .returning(RECORD_COLUMNS)
    .executeTakeFirst();
  if (locked === undefined) throw new ConflictError();
  if (!(await proof.spend(tx))) throw new ConflictError();
  const { way, credential, strength, withCode = false } = proof;
  const isTwoSteps = strength === 'strong';
  const [used, undo, secondStep] = [{ way, credential }, undoOf(deps), secondStepOf(deps)];
  if (await undo?.isFrozenFor(deps, tx, userId, { ...used, isTwoSteps })) throw new ConflictError();
  const needsCode = !isTwoSteps && !withCode && secondStep !== undefined;
  if (needsCode && (await secondStep.isNeeded(deps, tx, { userId, trusted: browser.trusted })))
    throw new CodeNeededError(secondStep);
  if (browser.token !== undefined) await deleteRows(tx, 'sessions', { token_hash: hashToken(browser.token) });
  // A person who has the password alone signs out nobody who came by two steps.
  await capRows(tx, userId, { table: 'sessions', by: ['two_steps', 'last_used_at'], most: MAX_SESSIONS });
  const id = deps.newId();
  await insertRow(tx, 'sessions', {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    remembered: remember ? 1 : 0,
    browser: browserKind(browser.userAgent),
    created_at: now.toISOString(),
    last_used_at: now.toISOString(),
    expires_at: timeAfter(now, remember ? REMEMBERED_MS : DAY_MS),
    two_steps: isTwoSteps || withCode ? 1 : 0,
  });
  const detail = withCode ? `${way}, second step` : way;
  await recordAction(deps, tx, { ...byOwner({ id, userId }), action: SIGNED_IN, detail });
  const { token: device, isNew } = await renewDevice(deps, tx, { userId, token: browser.device });
  // The first sign-in follows the sign-up.
  if (isNew && isTold === undefined && locked.login_count > 1)
    await undo?.note(deps, tx, {
      ...{ userId, kind: 'device', detail: '', userAgent: browser.userAgent, used },
      // Nobody is kept out; each earlier one, which was told, takes this one back as well.
      beyondADay: 'untold',
    });
  return { token, device, record: await withMessages(tx, locked) };
}

/**
 * Extends a remembered session from now on, at most once a day. Returns whether it did; then the cookie needs it as
 * well.
 */
export async function extendSession(
  { db, clock }: Deps,
  { id, isRemembered, lastUsedAt }: Session,
): Promise<boolean> {
  const now = clock();
  if (!isRemembered || now.getTime() - lastUsedAt.getTime() < DAY_MS) return false;
  const used = { last_used_at: now.toISOString(), expires_at: timeAfter(now, REMEMBERED_MS) };
  return (await updateRows(db, 'sessions', { id }, used)) === 1;
}

/** Ends a session on its owner's wish. No process finds it any more once this resolves. */
export async function endSession(deps: Deps, { id, userId }: Session): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await deleteRows(tx, 'sessions', { id })) === 0) return;
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: SIGNED_OUT });
  });
}

/** What goes on after access has ended: the session of the caller. */
type Except = { readonly session?: string | undefined };

/**
 * Ends all access to an account: the rows of which their feature says so (`endsWithAccess`), such as sessions, remembered browsers,
 * sign-ins that wait for a code, and the links that open or change the account. Never the links by which a change is contested or
 * undone, nor mails that tell of one. Call it with the account's row locked.
 */
export async function endAccess(
  { features }: Pick<Deps, 'features'>,
  tx: Tx,
  userId: string,
  { session = '' }: Except = {},
): Promise<void> {
  for (const [name, { endsWithAccess }] of Object.entries(tablesOf(features)))
    if (endsWithAccess !== undefined)
      await sql`delete from ${sql.table(name)} where ${endsWithAccess(userId, session)}`.execute(tx);
  await deleteMailsOf(tx, userId, END_WITH_ACCESS, 'requested');
}
