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

/** The time counts from the last sign-in to the account. */
export const DEVICE_MS = 180 * DAY_MS;

/** Strangers' wrong passwords do not lock a remembered browser out. */
export const renewDevice = rememberBrowserIn('devices', DEVICE_MS);

/** The query depends only on the cookie, so it takes equally long with and without an account. */
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
 * A browser that signed in to the account before has its own limit (docs/product.md, "Limits").
 * @returns takes the attempt back; call it after a right password
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
 * A known browser has its own limit, so that somebody with the password cannot lock the owner out. A right recovery code is
 * not counted, because it is too long to guess.
 * @returns takes the attempt back; call it after a right code
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
 * Each session and link has its own limit, so that a stolen session or an old link cannot lock the owner out.
 * @param place the id of the session, or of the change that the link is about
 * @returns takes the attempt back; call it after a right password
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

/** Tables that remember browsers. Features add theirs by declaration merging. */
export interface BrowserTables {
  readonly devices: true;
}

type Kept = {
  readonly table: 'sessions' | keyof BrowserTables;
  /** The row with the lowest values, compared in this order, is deleted. */
  readonly by: readonly ('two_steps' | 'last_used_at' | 'expires_at')[];
  readonly most: number;
};

/** Makes room for one more row of this person. Call it before each insert. */
export async function capRows(tx: Tx, userId: string, { table, by, most }: Kept): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy(sql.join(by.map((column) => sql`${sql.ref(column)} desc`)))
        .limit(1)
        .offset(most - 1),
    )
    .execute();
}

const MOST = 100;

/**
 * The browser gets a new token each time, so that a token that an attacker planted becomes useless. Rows of other accounts
 * move to the new token. Call it in the transaction that proves who uses the browser.
 * @param ms how long to remember the browser, from each call
 * @returns takes the former token; returns the new one and whether the browser was new to the account
 */
export function rememberBrowserIn(table: keyof BrowserTables, ms: number) {
  return async (
    { clock, newId, newToken }: Deps,
    tx: Tx,
    { userId, token: before }: { userId: string; token: string | undefined },
  ): Promise<{ readonly token: string; readonly isNew: boolean }> => {
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
    await capRows(tx, userId, { table, by: ['expires_at'], most: MOST });
    const expires_at = timeAfter(now, ms);
    await tx
      .insertInto(table)
      .values({ id: newId(), user_id: userId, token_hash, created_at: now.toISOString(), expires_at })
      .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ expires_at }))
      .execute();
    return { token, isNew: known.every(({ user_id }) => user_id !== userId) };
  };
}
