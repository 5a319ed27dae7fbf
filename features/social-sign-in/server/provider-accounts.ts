import { addressKey } from '#contract/address.ts';
import { fittingName } from '#contract/display-name.ts';
import { LAST_WAY_IN } from '#features/accounts/refusals.ts';
import { SIGNED_UP } from '#features/accounts/server/audit-actions.ts';
import { refuseClosedOrFrozen } from '#features/accounts/server/closed-accounts.ts';
import { findSignInMethods, isGuarded } from '#features/accounts/server/factors.ts';
import { lockAddress } from '#features/accounts/server/passwords.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import { recordSeen } from '#features/accounts/server/record-notice.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import type { ProvedAge } from '#features/accounts/server/sign-ups.ts';
import { markTaken } from '#features/accounts/server/sign-ups.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import { lockUser, newRecord } from '#features/accounts/server/users.ts';
import type { Provider } from '#features/social-sign-in/contract.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow, hasRow, insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { PROVIDER_JOINED, PROVIDER_UNLINKED } from './audit-actions.ts';
import { listProviderAccounts } from './factor.ts';
import { failSocial, type ProviderPerson } from './provider.ts';

/**
 * Addresses with these two characters are refused: Unicode normalises the characters to ` and K, but at the provider such an
 * address may be another mailbox.
 */
const SPELLINGS_OF_ASCII = /[\u1fef\u212a]/;

/**
 * Returns undefined for an address that the sign-up form would refuse, or that may mean another mailbox at the provider.
 */
export function providerAddress(written: string): string | undefined {
  return SPELLINGS_OF_ASCII.test(written) ? undefined : addressKey(written);
}

type Arrival = {
  readonly userAgent?: string | undefined;
  readonly notice?: string | undefined;
  /** The age that the browser's cookie proves, and the minimum age for a new account; 0 for none. */
  readonly age?: ProvedAge | undefined;
};

/**
 * Returns the account that is linked to the provider account. If there is none, links the account with the same address, or a new
 * one. Fails if the provider has not verified the address, or if a passkey or an authenticator app guards the account
 * (docs/product.md, "Social sign-in"; docs/decisions/0016). A failed sign-in links nothing.
 */
export function joinAccount(
  deps: Deps,
  provider: Provider,
  person: ProviderPerson,
  { userAgent, notice, age }: Arrival,
): Promise<string> {
  const { accountId, name } = person;
  return retryTransaction(deps.db, async (tx) => {
    const joined = await findRow(tx, 'provider_accounts', ['user_id'], { provider, account_id: accountId });
    if (joined !== undefined) return joined.user_id;
    if (person.email === undefined || person.email.trim() === '') failSocial('email-missing');
    if (!person.isEmailVerified) failSocial('unverified-email');
    const email = providerAddress(person.email) ?? failSocial('invalid-provider-answer', 'address');
    await lockAddress(tx, email);
    const owner = await findRow(tx, 'users', ['id'], { email });
    if (owner !== undefined) {
      const userId = owner.id;
      // The account is locked first, so that no passkey or app is added during the check. It may have just left the address.
      if (!(await lockUser(tx, userId)) || !(await hasRow(tx, 'users', { id: userId, email })))
        throw new ConflictError();
      await refuseClosedOrFrozen(deps, tx, userId);
      if (await isGuarded(deps, tx, userId)) failSocial('account-exists-with-different-credential');
      const change = { userId, kind: 'providers', detail: `${provider} linked`, userAgent } as const;
      await undoOf(deps)?.note(deps, tx, { ...change, overDailyLimit: 'mail' });
    }
    const userId = owner?.id ?? (await createAccount(deps, tx, { email, name, notice, age }));
    await storeLink(deps, tx, { provider, accountId, userId });
    const action = owner === undefined ? SIGNED_UP : PROVIDER_JOINED;
    await recordAction(deps, tx, { ...byOwner({ userId }), action, detail: provider });
    return userId;
  });
}

/**
 * Creates an account. Copies nothing from an unconfirmed sign-up of this address, because a stranger may have made it.
 */
async function createAccount(
  deps: Deps,
  tx: Tx,
  { email, name, notice, age }: Omit<Arrival, 'userAgent'> & { email: string; name: string },
): Promise<string> {
  const now = deps.clock();
  if ((await undoOf(deps)?.findMoveFrom(tx, email, now)) !== undefined) failSocial('address-moved');
  if (age !== undefined && age.met < age.minimum) failSocial('age-needed');
  const id = deps.newId();
  const fresh = newRecord(email, now);
  await insertRow(tx, 'users', {
    id,
    email,
    ...fresh,
    name: fittingName(name) || fresh.name,
    login_count: 0,
    verification_attempts: 0,
    verification_sent_at: null,
    age_met: age?.minimum || null,
  });
  const seen = { notice: 'sign-up', version: notice, at: now.toISOString() } as const;
  await recordSeen(deps, tx, seen, { user_id: id });
  await markTaken(tx, email);
  return id;
}

function storeLink(
  { clock }: Deps,
  tx: Tx,
  { provider, accountId, userId }: { provider: Provider; accountId: string; userId: string },
): Promise<unknown> {
  const created_at = clock().toISOString();
  return insertRow(tx, 'provider_accounts', { provider, account_id: accountId, user_id: userId, created_at });
}

/** Links a provider account as a sign-in method. Fails if it is linked to another account. */
export function linkProvider(
  deps: Deps,
  session: Session,
  { provider, accountId }: { provider: Provider; accountId: string },
): Promise<void> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const owner = await findRow(tx, 'provider_accounts', ['user_id'], { provider, account_id: accountId });
    if (owner?.user_id === userId) return;
    if (owner !== undefined) failSocial('linked-elsewhere');
    const detail = `${provider} linked`;
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'providers', detail, session: id });
    await storeLink(deps, tx, { provider, accountId, userId });
    await recordAction(deps, tx, { ...byOwner(session), action: PROVIDER_JOINED, detail: provider });
  });
}

/** Unlinks one or all accounts at a provider. Refuses with LAST_WAY_IN if no other sign-in method would be left. */
export function unlinkProvider(
  deps: Deps,
  session: Session,
  { provider, id: accountId }: { provider: Provider; id?: string | undefined },
): Promise<void> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const there = (await listProviderAccounts(tx, userId)).filter((entry) => entry.provider === provider);
    const ending = there.filter((entry) => accountId === undefined || entry.id === accountId);
    const methods = await findSignInMethods(deps, tx, userId);
    if (ending.length === there.length && methods.every((way) => way === provider)) refuse(LAST_WAY_IN);
    if (ending.length === 0) return;
    const detail = `${provider} unlinked`;
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'providers', detail, session: id });
    for (const entry of ending)
      await deleteRows(tx, 'provider_accounts', { user_id: userId, provider, account_id: entry.id });
    await recordAction(deps, tx, { ...byOwner(session), action: PROVIDER_UNLINKED, detail: provider });
  });
}
