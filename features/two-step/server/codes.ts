import { hashToken } from '#features/accounts/server/hashes.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { openSecret, stepOfCode } from './totp.ts';

/**
 * Whether the account asks for a code as well.
 *
 * @param trusted the cookie of a browser that may be remembered for this account
 */
export async function needsCode(
  { clock }: Pick<Deps, 'clock'>,
  db: Db | Tx,
  { userId, trusted }: { readonly userId: string; readonly trusted?: string | undefined },
): Promise<boolean> {
  const row = await db
    .selectFrom('second_steps as s')
    .select(({ selectFrom }) => [
      's.user_id',
      selectFrom('trusted_browsers')
        .select('id')
        .where('token_hash', '=', trusted === undefined ? '' : hashToken(trusted))
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock().toISOString())
        .as('trusted'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined && row.trusted === null;
}

export async function spendAppCode(
  { keyring, clock }: Deps,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const known = await tx
    .selectFrom('second_steps')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const secret = known && (await openSecret(keyring, known.secret));
  const step = secret && stepOfCode(secret, code, clock());
  if (!step) return false;
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
