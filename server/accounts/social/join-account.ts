import type { Provider } from '#contract/social.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { lockAddress } from '../address-password.ts';
import { retryLostRaces } from '../lost-race.ts';
import { freshRecord } from '../record.ts';
import { markTaken } from '../sign-ups.ts';
import type { ProviderPerson } from './provider.ts';
import { providerAddress } from './provider-address.ts';
import { providerName } from './provider-name.ts';

export type JoinResult =
  | { readonly kind: 'joined'; readonly userId: string }
  /** Nothing was stored. */
  | { readonly kind: 'email-missing' | 'unverified-email' | 'invalid-provider-answer' };

type JoinDeps = Pick<AccountsDeps, 'db' | 'clock' | 'newId' | 'keyring'>;

/**
 * The account that belongs to somebody who came back from a provider: the one that was joined to that provider's
 * account before; else the one with the same address, if the provider has verified it; else a new one. One
 * transaction, also against others that do the same (decisions §3.4 and §3.9, docs/decisions/0016).
 */
export function joinAccount(deps: JoinDeps, provider: Provider, person: ProviderPerson): Promise<JoinResult> {
  const { accountId } = person;
  return retryLostRaces(() =>
    deps.db.transaction().execute(async (tx): Promise<JoinResult> => {
      const joined = await tx
        .selectFrom('provider_accounts')
        .select('user_id')
        .where('provider', '=', provider)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (joined !== undefined) return { kind: 'joined', userId: joined.user_id };
      if (person.email === undefined || person.email.trim() === '') return { kind: 'email-missing' };
      if (!person.isEmailVerified) return { kind: 'unverified-email' };
      const email = providerAddress(person.email);
      if (email === undefined) return { kind: 'invalid-provider-answer' };
      await lockAddress(tx, email);
      const owner = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      const userId = owner?.id ?? (await createAccount(deps, tx, email, person.name));
      await tx
        .insertInto('provider_accounts')
        .values({ provider, account_id: accountId, user_id: userId, created_at: deps.clock().toISOString() })
        .execute();
      await recordAction(deps, tx, {
        action: owner === undefined ? 'signed-up' : 'provider-joined',
        actor: { account: userId },
        subject: userId,
        detail: provider,
      });
      return { kind: 'joined', userId };
    }),
  );
}

/** Nothing of a sign-up that waits for the address gets into it: a stranger may have typed that. */
async function createAccount(deps: JoinDeps, tx: Tx, email: string, name: string): Promise<string> {
  const id = deps.newId();
  const fresh = freshRecord(email, deps.clock());
  await tx
    .insertInto('users')
    .values({
      id,
      email,
      ...fresh,
      name: providerName(name) || fresh.name,
      login_count: 0,
      verification_attempts: 0,
      verification_sent_at: null,
    })
    .execute();
  await markTaken(tx, email);
  return id;
}
