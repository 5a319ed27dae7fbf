import type { Insertable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { DevicesTable } from '#server/database/schema.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { makeRoom } from './make-room.ts';
import { secondsAfter } from './sign-ups.ts';
import { hashToken } from './token-hash.ts';

/** Decisions §10: counted from the browser's last sign-in to the account. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const MAX_DEVICES = 100;
const endOldest = makeRoom('devices', 'expires_at', MAX_DEVICES);

/**
 * Remembers that this browser belongs to somebody of the account: strangers' wrong passwords then do not lock it out.
 * To be called in the transaction that proves it. The browser gets a new token, also for the other accounts that were
 * used in it, so that a token that somebody slipped in is of no use.
 *
 * @param token the device cookie that the browser had until now
 * @returns the token for the new one, which is stored nowhere, and whether the browser was a stranger until now
 */
export async function renewDevice(
  { clock, newId, newToken }: Pick<AccountsDeps, 'clock' | 'newId' | 'newToken'>,
  tx: Tx,
  { userId, token }: { userId: string; token: string | undefined },
): Promise<{ readonly device: string; readonly isNew: boolean }> {
  const now = clock();
  const fresh = newToken();
  const row = { token_hash: hashToken(fresh), expires_at: secondsAfter(now, DEVICE_SECONDS) };
  const known =
    token === undefined ? [] : await replaceToken(tx, { before: hashToken(token), after: row.token_hash });
  await endOldest(tx, { userId });
  await insertDevice(tx, { ...row, id: newId(), user_id: userId, created_at: now.toISOString() });
  return { device: fresh, isNew: known.every((other) => other.user_id !== userId) };
}

const insertDevice = prepareQuery((db, value: Values<Insertable<DevicesTable>>) =>
  db
    .insertInto('devices')
    .values({
      id: value('id'),
      user_id: value('user_id'),
      token_hash: value('token_hash'),
      created_at: value('created_at'),
      expires_at: value('expires_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'user_id'])
        .doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })),
    ),
);

const replaceToken = prepareQuery((db, value: Values<{ before: string; after: string }>) =>
  db
    .updateTable('devices')
    .set({ token_hash: value('after') })
    .where('token_hash', '=', value('before'))
    .returning('user_id'),
);

const findAccounts = prepareQuery((db, value: Values<{ tokenHash: string; now: string }>) =>
  db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('u.email')
    .where('d.token_hash', '=', value('tokenHash'))
    .where('d.expires_at', '>', value('now')),
);

/**
 * Whether this browser was used to sign in to the account of an address. Looks up what the browser knows, never the
 * address: the work is the same whether or not it has an account.
 */
export async function isKnownDevice(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  { email, token }: { email: string; token: string },
): Promise<boolean> {
  const accounts = await findAccounts(db, { tokenHash: hashToken(token), now: clock().toISOString() });
  return accounts.some((account) => account.email === email);
}
