import { BRAND } from '#content/brand.ts';
import { CLOSED_REASONS } from '#contract/errors.ts';
import { isFrozen } from '#features/undo-changes/server/freeze.ts';
import type { Db } from '#server/database/database.ts';
import { refuse } from '#server/http/refusal.ts';
import { findClosedReason } from './closed-accounts.ts';

/** Tells why an account is closed or frozen, if it is. Only for who has shown to be its owner. */
export async function refuseClosed(db: Db, userId: string): Promise<void> {
  const reason = await findClosedReason(db, userId);
  if (reason !== undefined)
    refuse('ACCOUNT_CLOSED', { values: { reason: CLOSED_REASONS[reason], email: BRAND.supportEmail } });
  if (await isFrozen(db, userId)) refuse('ACCOUNT_FROZEN', { values: { email: BRAND.supportEmail } });
}
