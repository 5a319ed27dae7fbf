import type { Db } from '#server/database/database.ts';
import { rememberBrowserIn } from './known-browsers.ts';
import { hashToken } from './token-hash.ts';

/** Decisions §10: counted from the browser's last sign-in to the account. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;

/** Remembers that this browser belongs to somebody of the account: strangers' wrong passwords then do not lock it out. */
export const renewDevice = rememberBrowserIn('devices', DEVICE_SECONDS);

/**
 * Whether this browser was used to sign in to the account of an address. Looks up what the browser knows, never the
 * address: the work is the same whether or not it has an account.
 */
export async function isKnownDevice(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  { email, token }: { email: string; token: string },
): Promise<boolean> {
  const accounts = await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('u.email')
    .where('d.token_hash', '=', hashToken(token))
    .where('d.expires_at', '>', clock().toISOString())
    .execute();
  return accounts.some((account) => account.email === email);
}
