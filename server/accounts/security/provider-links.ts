import type { Provider } from '#contract/social.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import { retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { noteChange } from '../changes/note-change.ts';
import { lockUser } from '../lock-user.ts';
import type { Session } from '../sessions.ts';
import { findSignInMethods } from '../sign-in-methods.ts';

/** Links the account of a person at a provider, which opens the account from then on. */
export function linkProvider(
  deps: AccountsDeps,
  { id, userId }: Session,
  { provider, accountId }: { provider: Provider; accountId: string },
): Promise<'linked' | 'of-another-account' | 'account-gone'> {
  return retryOnConflict(() =>
    deps.db.transaction().execute(async (tx) => {
      if (!(await lockUser(tx, userId))) return 'account-gone';
      const owner = await tx
        .selectFrom('provider_accounts')
        .select('user_id')
        .where('provider', '=', provider)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (owner !== undefined) return owner.user_id === userId ? 'linked' : 'of-another-account';
      await noteChange(deps, tx, { userId, kind: 'providers', detail: `${provider} linked`, session: id });
      await tx
        .insertInto('provider_accounts')
        .values({ provider, account_id: accountId, user_id: userId, created_at: deps.clock().toISOString() })
        .execute();
      await recordAction(deps, tx, {
        ...byOwner({ id, userId }),
        action: 'provider-joined',
        detail: provider,
      });
      return 'linked';
    }),
  );
}

/** Takes a provider's accounts out of the ways in, unless nothing else would be left. */
export function unlinkProvider(
  deps: AccountsDeps,
  { id, userId }: Session,
  provider: Provider,
): Promise<'unlinked' | 'last-way-in'> {
  return deps.db.transaction().execute(async (tx) => {
    // First, so that of two that go at once the second sees what the first left.
    await lockUser(tx, userId);
    const methods = await findSignInMethods(tx, userId);
    if (methods.every((way) => way === provider)) return 'last-way-in';
    if (!methods.includes(provider)) return 'unlinked';
    await noteChange(deps, tx, { userId, kind: 'providers', detail: `${provider} unlinked`, session: id });
    await tx
      .deleteFrom('provider_accounts')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
    await recordAction(deps, tx, {
      ...byOwner({ id, userId }),
      action: 'provider-unlinked',
      detail: provider,
    });
    return 'unlinked';
  });
}
