import type { Db } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import { rememberBrowserIn } from './known-browsers.ts';
import { hashToken } from './token-hash.ts';

/** Decisions §10: counted from the browser's last sign-in to the account. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** Remembers that this browser belongs to somebody of the account: strangers' wrong passwords then do not lock it out. */
export const renewDevice = rememberBrowserIn('devices', DEVICE_SECONDS);

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
