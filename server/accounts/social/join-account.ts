import type { Provider } from '#contract/social.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { freshRecord } from '../accounts.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { AccountChanged, retryLostRaces } from '../lost-race.ts';
import { endLinks } from '../mail-links.ts';
import { endRightsOfStrangers } from '../verification.ts';
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
  return retryLostRaces(() =>
    deps.db.transaction().execute(async (tx): Promise<JoinResult> => {
      const joined = await tx
        .selectFrom('accounts')
        .select('user_id')
        .where('provider_id', '=', provider)
        .where('account_id', '=', person.accountId)
        .executeTakeFirst();
      if (joined !== undefined) return { kind: 'joined', userId: joined.user_id };
      if (person.email === undefined || person.email.trim() === '') return { kind: 'email-missing' };
      if (!person.isEmailVerified) return { kind: 'unverified-email' };
      const email = providerAddress(person.email);
      if (email === undefined) return { kind: 'invalid-provider-answer' };
      const { userId, isNew } = await accountOfAddress(deps, tx, email, person.name);
      await storeProviderAccount(deps, tx, userId, provider, person.accountId);
      await recordAction(deps, tx, {
        action: isNew ? 'signed-up' : 'provider-joined',
        actor: { account: userId },
        subject: userId,
        detail: provider,
      });
      return { kind: 'joined', userId };
    }),
  );
}

async function accountOfAddress(
  deps: JoinDeps,
  tx: Tx,
  email: string,
  name: string,
): Promise<{ userId: string; isNew: boolean }> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (user === undefined) return { userId: await createAccount(deps, tx, email, name), isNew: true };
  if (user.email_verified === 1) {
    await tx.deleteFrom('users').where('shadows', '=', user.id).execute();
  } else {
    await takeOverUnverified(deps, tx, { id: user.id, email }, name);
  }
  return { userId: user.id, isNew: false };
}

async function createAccount(deps: JoinDeps, tx: Tx, email: string, name: string): Promise<string> {
  const id = deps.newId();
  await tx
    .insertInto('users')
    .values({ id, email, ...recordOf(email, name, deps.clock()), email_verified: 1 })
    .execute();
  return id;
}

/**
 * The address was never confirmed, so whoever registered it may be a stranger: the password goes, with whatever else
 * could open the account or write into it, and the record starts afresh.
 */
async function takeOverUnverified(
  deps: JoinDeps,
  tx: Tx,
  { id, email }: { id: string; email: string },
  name: string,
): Promise<void> {
  // First, so that the row is locked: a sign-up, a confirmation and this cannot cross.
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ ...recordOf(email, name, deps.clock()), email_verified: 1 })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AccountChanged();
  await tx.deleteFrom('accounts').where('user_id', '=', id).execute();
  await endLinks(tx, [id]);
  // An account that was never confirmed has no session (decisions §3.5); should it have one, it ends like any other.
  await endRightsOfStrangers(tx, id);
}

function storeProviderAccount(
  deps: JoinDeps,
  tx: Tx,
  userId: string,
  provider: Provider,
  accountId: string,
): Promise<unknown> {
  const now = deps.clock().toISOString();
  return tx
    .insertInto('accounts')
    .values({
      id: deps.newId(),
      provider_id: provider,
      account_id: accountId,
      user_id: userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** A record as spec §3 wants it: the name from the provider, nothing mailed for it. */
function recordOf(email: string, name: string, now: Date) {
  const fresh = freshRecord(email, now);
  return {
    ...fresh,
    name: providerName(name) || fresh.name,
    login_count: 0,
    verification_attempts: 0,
    verification_sent_at: null,
  };
}
