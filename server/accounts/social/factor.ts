import type { Provider } from '#contract/social.ts';
import type { Evidence, Factor } from '../factor.ts';

/** A fresh sign-in at a provider that was joined. */
export const providerFactor: Factor = {
  name: 'provider',
  strength: 'first',
  guards: false,
  list: async (db, userId) => {
    const rows = await db
      .selectFrom('provider_accounts')
      .select(['provider', 'account_id', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => ({
      id: `${row.provider} ${row.account_id}`,
      createdAt: row.created_at,
      opensConsoleFrom: null,
    }));
  },
  end: async (tx, userId) => {
    await tx.deleteFrom('provider_accounts').where('user_id', '=', userId).execute();
  },
};

/**
 * Evidence of a sign-in at a provider. One of which the provider does not tell the time proves nothing alone: at an unlocked browser
 * whose owner is signed in there, nobody would be asked anything.
 */
export function providerEvidence(
  userId: string,
  { provider, accountId, isFresh }: { provider: Provider; accountId: string; isFresh: boolean },
): Evidence {
  return {
    factor: provider,
    strength: isFresh ? 'first' : 'first-of-two',
    spend: async (tx) => {
      const theirs = await tx
        .selectFrom('provider_accounts')
        .select('user_id')
        .where('provider', '=', provider)
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return theirs !== undefined;
    },
  };
}
