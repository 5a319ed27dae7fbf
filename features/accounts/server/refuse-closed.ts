import { BRAND } from '#content/brand.ts';
import { CLOSED_REASONS } from '#contract/errors.ts';
import { ACCOUNT_CLOSED, ACCOUNT_FROZEN } from '#features/accounts/refusals.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { findClosedReason } from './closed-accounts.ts';
import { undoOf } from './slots.ts';

/** Tells why an account is closed or frozen, if it is. Only for who has shown to be its owner. */
export async function refuseClosed(deps: Pick<Deps, 'features' | 'db'>, userId: string): Promise<void> {
  const reason = await findClosedReason(deps.db, userId);
  if (reason !== undefined)
    refuse(ACCOUNT_CLOSED, { values: { reason: CLOSED_REASONS[reason], email: BRAND.supportEmail } });
  if (await undoOf(deps)?.isFrozen(deps.db, userId))
    refuse(ACCOUNT_FROZEN, { values: { email: BRAND.supportEmail } });
}
