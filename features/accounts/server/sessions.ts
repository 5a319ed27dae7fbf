import { sql } from 'kysely';
import { REMEMBERED_SESSION_DAYS, SESSION_DAYS } from '#content/durations.ts';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { END_WITH_ACCESS } from '#content/features.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { type AuditActor, type AuditEntry, byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#server/database/rows.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { countBeingSent } from '#server/mail/mail-queue.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { SESSIONS_ENDED, SIGNED_IN, SIGNED_OUT } from './audit-actions.ts';
import { capRows, DEVICE_MS, rememberBrowser } from './devices.ts';
import { hashToken } from './hashes.ts';
import { type ProvedPerson, type SecondStep, secondStepOf, undoOf } from './slots.ts';
import { lockUser, RECORD_COLUMNS, withMessages } from './users.ts';

export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
};

type SignInOptions = {
  /** True when the person gave a code after the password or the provider. */
  readonly withCode?: boolean;
  /** Set when another mail has already informed the owner about this browser. */
  readonly isOwnerMailed?: true;
};

export type Browser = {
  readonly userAgent: string | undefined;
  /** The session cookie that the browser sent; the sign-in replaces it. */
  readonly token: string | undefined;
  /** The device cookie that the browser sent; the sign-in replaces it. */
  readonly device: string | undefined;
  /** The cookie of a browser in which a code was given earlier, so that sign-ins there need no code for a while. */
  readonly trusted: string | undefined;
};

/** A new session. `token` and `device` go into cookies; the database stores only their hashes. */
export type SignedIn = { readonly token: string; readonly device: string; readonly record: UserRecord };

/**
 * The milliseconds that a remembered session lives after its last use. Other sessions end a day after the sign-in
 * (docs/product.md).
 */
export const REMEMBERED_MS = REMEMBERED_SESSION_DAYS * DAY_MS;

/** Finds the session of a bearer token, which is valid only while the session lives. Undefined for an invalid header. */
export async function findSessionByBearer(deps: Deps, authorization: string): Promise<Session | undefined> {
  const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (bearer === undefined) return undefined;
  for (const { bearerTokens } of deps.features) {
    const id = await bearerTokens?.sessionOf(deps, bearer);
    if (id !== undefined) return findLive(deps, { id });
  }
  return undefined;
}

/** Finds a session by its cookie, for actions that are not allowed with a bearer token. */
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

export class CodeNeededError extends Error {
  readonly secondStep: SecondStep;

  constructor(secondStep: SecondStep) {
    super();
    this.secondStep = secondStep;
  }
}

/**
 * Creates a session and ends the browser's former one. Throws `CodeNeededError` if a code is needed, and `ConflictError` if the
 * account no longer accepts the evidence. A refused sign-in is not recorded, so that timing reveals no account (docs/product.md,
 * "Privacy of accounts").
 */
export async function createSessionIn(
  deps: Deps,
  tx: Tx,
  { userId, proof, remember }: ProvedPerson,
  browser: Browser,
  { withCode = false, isOwnerMailed }: SignInOptions = {},
): Promise<SignedIn> {
  const [now, token] = [deps.clock(), deps.newToken()];
  // This update locks the account. A concurrent reset or deletion has either committed before, or waits and then ends this
  // session too. On PostgreSQL, a statement sees only what was committed before it began, so the password is read after this
  // update.
  const locked = await tx
    .updateTable('users')
    .set((eb) => ({ last_login: now.toISOString(), login_count: eb('login_count', '+', 1) }))
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .returning(RECORD_COLUMNS)
    .executeTakeFirst();
  if (locked === undefined) throw new ConflictError();
  if (!(await proof.spend(tx))) throw new ConflictError();
  const { way, credential, strength } = proof;
  const isTwoSteps = strength === 'strong';
  const [used, undo, secondStep] = [{ way, credential }, undoOf(deps), secondStepOf(deps)];
  if (await undo?.isFrozenFor(deps, tx, userId, { ...used, isTwoSteps })) throw new ConflictError();
  const needsCode = !isTwoSteps && !withCode && secondStep !== undefined;
  if (needsCode && (await secondStep.isNeeded(deps, tx, { userId, trusted: browser.trusted })))
    throw new CodeNeededError(secondStep);
  if (browser.token !== undefined) await deleteRows(tx, 'sessions', { token_hash: hashToken(browser.token) });
  // Sessions with two steps are deleted last, so that an attacker who has only the password cannot displace them.
  await capRows(tx, userId, 'sessions', ['two_steps', 'last_used_at']);
  const id = deps.newId();
  await insertRow(tx, 'sessions', {
    id,
    token_hash: hashToken(token),
    user_id: userId,
    remembered: remember ? 1 : 0,
    browser: browserKind(browser.userAgent),
    created_at: now.toISOString(),
    last_used_at: now.toISOString(),
    expires_at: timeAfter(now, remember ? REMEMBERED_MS : SESSION_DAYS * DAY_MS),
    two_steps: isTwoSteps || withCode ? 1 : 0,
  });
  const detail = withCode ? `${way}, second step` : way;
  await recordAction(deps, tx, { ...byOwner({ id, userId }), action: SIGNED_IN, detail });
  // Remembers the browser, so that wrong passwords typed by strangers do not lock out this browser.
  const known = { userId, token: browser.device, ms: DEVICE_MS };
  // The browser and the recorded change get the same time, because “This wasn’t me” forgets all browsers that are not older
  // than the change.
  const atOnce = { ...deps, clock: () => now };
  const { token: device, isNew } = await rememberBrowser(atOnce, tx, 'devices', known);
  // No mail is sent about the first sign-in, because it follows the owner's own sign-up.
  if (isNew && isOwnerMailed === undefined && locked.login_count > 1)
    await undo?.note(atOnce, tx, {
      ...{ userId, kind: 'device', detail: '', userAgent: browser.userAgent, used },
      // Above the daily limit, no mail is sent: the link in an earlier mail about a new browser also ends this session.
      overDailyLimit: 'no-mail',
    });
  return { token, device, record: await withMessages(tx, locked) };
}

/** Extends a remembered session, at most once a day. Returns true if it did; the cookie must then be set again. */
export async function extendSession(
  { db, clock }: Deps,
  { id, isRemembered, lastUsedAt }: Session,
): Promise<boolean> {
  const now = clock();
  if (!isRemembered || now.getTime() - lastUsedAt.getTime() < DAY_MS) return false;
  const used = { last_used_at: now.toISOString(), expires_at: timeAfter(now, REMEMBERED_MS) };
  return (await updateRows(db, 'sessions', { id }, used)) === 1;
}

/** Signs out. Afterwards no server process accepts the session. */
export async function endSession(deps: Deps, { id, userId }: Session): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await deleteRows(tx, 'sessions', { id })) === 0) return;
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: SIGNED_OUT });
  });
}

/**
 * Deletes the rows of all tables with `endsWithAccess`. Keeps links that contest or undo a change, and their mails. Call it
 * with the account's row locked.
 * @param session the session to keep, which is the caller's
 */
export async function endAccess(
  { features }: WithFeatures,
  tx: Tx,
  userId: string,
  session = '',
): Promise<void> {
  for (const [name, { endsWithAccess }] of Object.entries(tablesOf(features)))
    if (endsWithAccess !== undefined)
      await sql`delete from ${sql.table(name)} where ${endsWithAccess(userId, session)}`.execute(tx);
  await countBeingSent(tx, sql`user_id = ${userId} and kind in (${sql.join(END_WITH_ACCESS)})`);
  await deleteRows(tx, 'outbox', { user_id: userId, kind: END_WITH_ACCESS, state: ['requested', 'waiting'] });
  // A requested reset mail has no account id yet, so it is found by the account's address.
  const user = await findRow(tx, 'users', ['email'], { id: userId });
  if (user !== undefined)
    await deleteRows(tx, 'outbox', { recipient: user.email, kind: RESET_MAIL.name, state: 'requested' });
}

/** Ends all sessions of an account on behalf of an operator, who gives a reason. @public */
export function endAllSessions(
  deps: Deps,
  userId: string,
  by: AuditActor & Pick<AuditEntry, 'detail'>,
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await endAccess(deps, tx, userId);
    await recordAction(deps, tx, { ...by, action: SESSIONS_ENDED, subject: userId });
  });
}
