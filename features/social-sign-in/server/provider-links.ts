import { findSignInMethods } from '#features/accounts/server/factors.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import type { Provider } from '#features/social-sign-in/contract.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Deps } from '#server/feature.ts';
import { PROVIDER_JOINED, PROVIDER_UNLINKED } from './audit-actions.ts';
import { listProviderAccounts } from './factor.ts';

/** Links the account of a person at a provider, which opens the account from then on. */
export function linkProvider(
  deps: Deps,
  session: Session,
  { provider, accountId }: { provider: Provider; accountId: string },
): Promise<'linked' | 'of-another-account'> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const owner = await tx
      .selectFrom('provider_accounts')
      .select('user_id')
      .where('provider', '=', provider)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (owner !== undefined) return owner.user_id === userId ? 'linked' : 'of-another-account';
    await undoOf(deps)?.note(deps, tx, {
      userId,
      kind: 'providers',
      detail: `${provider} linked`,
      session: id,
    });
    await tx
      .insertInto('provider_accounts')
      .values({ provider, account_id: accountId, user_id: userId, created_at: deps.clock().toISOString() })
      .execute();
    await recordAction(deps, tx, {
      ...byOwner({ id, userId }),
      action: PROVIDER_JOINED,
      detail: provider,
    });
    return 'linked';
  });
}

/** Takes one account at a provider, or all of them, out of the ways in, unless nothing else would be left. */
export function unlinkProvider(
  deps: Deps,
  session: Session,
  { provider, id: accountId }: { provider: Provider; id?: string | undefined },
): Promise<'unlinked' | 'last-way-in'> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const there = (await listProviderAccounts(tx, userId)).filter((entry) => entry.provider === provider);
    const ending = there.filter((entry) => accountId === undefined || entry.id === accountId);
    const methods = await findSignInMethods(deps, tx, userId);
    if (ending.length === there.length && methods.every((way) => way === provider)) return 'last-way-in';
    if (ending.length === 0) return 'unlinked';
    await undoOf(deps)?.note(deps, tx, {
      userId,
      kind: 'providers',
      detail: `${provider} unlinked`,
      session: id,
    });
    await tx
      .deleteFrom('provider_accounts')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where(
        'account_id',
        'in',
        ending.map((entry) => entry.id),
      )
      .execute();
    await recordAction(deps, tx, {
      ...byOwner({ id, userId }),
      action: PROVIDER_UNLINKED,
      detail: provider,
    });
    return 'unlinked';
  });
}
