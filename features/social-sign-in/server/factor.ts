import type { Evidence, Factor, FactorRows } from '#features/accounts/server/factors.ts';
import type { ProviderEntry } from '#features/social-sign-in/bodies.ts';
import { PROVIDERS, type Provider } from '#features/social-sign-in/contract.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRows, hasRow } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';

export async function listProviderAccounts(db: Db | Tx, userId: string): Promise<ProviderEntry[]> {
  const rows = await db
    .selectFrom('provider_accounts')
    .select(['provider', 'account_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
  return rows.flatMap(({ provider: name, account_id: id, created_at: connectedAt }) => {
    const provider = PROVIDERS.find((known) => known === name);
    return provider === undefined ? [] : [{ provider, id, connectedAt }];
  });
}

function opens(tx: Tx, userId: string, provider: string, accountId: string): Promise<boolean> {
  return hasRow(tx, 'provider_accounts', { provider, account_id: accountId, user_id: userId });
}

const rows: FactorRows = {
  table: 'provider_accounts',
  read: (db, userId) => findRows(db, 'provider_accounts', '*', { user_id: userId }),
  idOf: ({ provider, account_id }) => `${provider} ${account_id}`,
  isUsed: ({ provider, account_id }, { way, credential }) => provider === way && account_id === credential,
  restore: async (tx, _userId, before, now) => {
    const kept = new Set(before.map(rows.idOf));
    for (const row of now)
      if (!kept.has(rows.idOf(row)))
        await deleteRows(tx, 'provider_accounts', {
          provider: String(row.provider),
          account_id: String(row.account_id),
        });
    // If the provider account has been linked to another account since the change that is being undone, that link stays.
    for (const row of before as readonly Schema['provider_accounts'][])
      await tx
        .insertInto('provider_accounts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },
};

export const providerFactor: Factor = {
  strength: 'first',
  rows,
  signIn: {
    isWay: (way) => PROVIDERS.some((provider) => provider === way),
    ways: async (db, userId) => {
      const joined = await listProviderAccounts(db, userId);
      return PROVIDERS.filter((provider) => joined.some((entry) => entry.provider === provider));
    },
    stillCounts: (tx, userId, { way, credential }) => opens(tx, userId, way, credential),
  },
};

/** A sign-in that is not known to be fresh needs a second step, because the provider may not have asked for the password. */
export function providerEvidence(
  userId: string,
  { provider, accountId, isFresh }: { provider: Provider; accountId: string; isFresh: boolean },
): Evidence {
  return {
    way: provider,
    credential: accountId,
    strength: isFresh ? 'first' : 'first-of-two',
    spend: (tx) => opens(tx, userId, provider, accountId),
  };
}
