import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { hasRecoveryCode } from './codes.ts';
import { hashToken } from './hashes.ts';
import { ACCOUNT_LIMITS } from './limits.ts';

/** The milliseconds for which a browser counts as known after its last sign-in to the account. */
export const DEVICE_MS = 180 * DAY_MS;

/**
 * The id of this browser, if it has signed in to the account before. The query depends only on the cookie, so it takes
 * the same time whether or not the address has an account.
 */
async function findDevice(
  { db, clock }: Deps,
  token: string | undefined,
  account: { readonly email: string } | { readonly userId: string },
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const known = await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.id', 'u.id as userId', 'u.email'])
    .where('d.token_hash', '=', hashToken(token))
    .where('d.expires_at', '>', clock().toISOString())
    .execute();
  return known.find(({ userId, email }) =>
    'email' in account ? email === account.email : userId === account.userId,
  )?.id;
}

/**
 * Counts a sign-in attempt. A browser that signed in to the account before has its own limit (docs/product.md, "Limits").
 * @returns a function that takes the attempt back; call it after a right password
 */
export async function countSignInTry(
  deps: AppDeps,
  request: FastifyRequest,
  email: string,
): ReturnType<TakeFromLimit> {
  const device = await findDevice(deps, request.cookies[deps.cookies.device], { email });
  if (device !== undefined) return deps.takeFromLimit(ACCOUNT_LIMITS.signInPerDevice, device);
  const giveBack = await deps.takeFromLimit(ACCOUNT_LIMITS.signInPerIp, networkOf(request));
  await deps.takeFromLimit(ACCOUNT_LIMITS.signInPerAddressAndIp, email, networkOf(request));
  await deps.takeFromLimit(ACCOUNT_LIMITS.signInPerAddress, email);
  return giveBack;
}

/**
 * Counts an attempt with a code. A known browser has its own limit, so that somebody with the password cannot lock the
 * owner out. A right recovery code is not counted, because it is too long to guess.
 * @returns a function that takes the attempt back; call it after a right code
 */
export async function countCodeTry(
  deps: AppDeps,
  { userId, code }: { userId: string; code: string },
  token: string | undefined,
): ReturnType<TakeFromLimit> {
  if (await hasRecoveryCode(deps.db, userId, code)) return async () => {};
  const device = await findDevice(deps, token, { userId });
  return device === undefined
    ? deps.takeFromLimit(ACCOUNT_LIMITS.codesPerAccount, userId)
    : deps.takeFromLimit(ACCOUNT_LIMITS.codesPerDevice, device);
}

/**
 * Counts a typed password as a proof. Each session and link has its own limit, so that a stolen session or an old link
 * cannot lock the owner out.
 * @param place the id of the session, or of the change that the link is about
 * @returns a function that takes the attempt back; call it after a right password
 */
export async function countProofTry(
  deps: AppDeps,
  { userId, place }: { userId: string; place: string },
  token: string | undefined,
): ReturnType<TakeFromLimit> {
  const device = await findDevice(deps, token, { userId });
  if (device !== undefined) return deps.takeFromLimit(ACCOUNT_LIMITS.signInPerDevice, device);
  const giveBack = await deps.takeFromLimit(ACCOUNT_LIMITS.proofsPerPlace, place);
  await deps.takeFromLimit(ACCOUNT_LIMITS.proofsPerAccount, userId);
  return giveBack;
}

/** Tables that remember browsers. Features add their own tables by declaration merging. */
export interface BrowserTables {
  readonly devices: true;
}

/** The maximum number of sessions, and of remembered browsers, of one account (docs/product.md, "Sessions"). */
const MOST = 100;

/**
 * Deletes one of the person's rows if the table already has the maximum for this person. Call it before each insert.
 *
 * @param by the columns to compare, in this order; the row with the lowest values is deleted
 */
export async function capRows(
  tx: Tx,
  userId: string,
  table: 'sessions' | keyof BrowserTables,
  by: readonly ('two_steps' | 'last_used_at' | 'expires_at')[],
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy(sql.join(by.map((column) => sql`${sql.ref(column)} desc`)))
        .limit(1)
        .offset(MOST - 1),
    )
    .execute();
}

/**
 * Remembers a browser for an account, for `ms` milliseconds. The browser gets a new token each time, so that a token that an
 * attacker planted becomes useless; rows of other accounts for this browser move to the new token. Call it in the transaction
 * that proves who uses the browser.
 *
 * @returns the new token, of which only the hash is stored, and whether the browser was new to the account
 */
export async function rememberBrowser(
  { clock, newId, newToken }: Deps,
  tx: Tx,
  table: keyof BrowserTables,
  { userId, token: before, ms }: { userId: string; token: string | undefined; ms: number },
): Promise<{ readonly token: string; readonly isNew: boolean }> {
  const [now, token] = [clock(), newToken()];
  const token_hash = hashToken(token);
  const known =
    before === undefined
      ? []
      : await tx
          .updateTable(table)
          .set({ token_hash })
          .where('token_hash', '=', hashToken(before))
          .returning('user_id')
          .execute();
  await capRows(tx, userId, table, ['expires_at']);
  const expires_at = timeAfter(now, ms);
  await tx
    .insertInto(table)
    .values({ id: newId(), user_id: userId, token_hash, created_at: now.toISOString(), expires_at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires_at }))
    .execute();
  return { token, isNew: known.every(({ user_id }) => user_id !== userId) };
}

/**
 * Forgets the browsers that are known to an account, except the one with this device token. Each known browser has its own limit of
 * code attempts, and a thief of the password may have signed in with many browsers. @public
 */
export async function forgetOtherBrowsers(tx: Tx, userId: string, token: string | undefined): Promise<void> {
  await tx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', hashToken(token ?? ''))
    .execute();
}
