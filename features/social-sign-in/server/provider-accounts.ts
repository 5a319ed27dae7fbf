import { addressKey } from '#contract/address.ts';
import { fittingName } from '#contract/display-name.ts';
import type { ShownAge } from '#features/accounts/server/age.ts';
import { SIGNED_UP } from '#features/accounts/server/audit-actions.ts';
import { isClosed } from '#features/accounts/server/closed-accounts.ts';
import { findSignInMethods, isGuarded } from '#features/accounts/server/factors.ts';
import { recordSeen } from '#features/accounts/server/notices/record-notice.ts';
import { lockAddress } from '#features/accounts/server/passwords.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { markTaken } from '#features/accounts/server/sign-ups.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import { freshRecord, lockUser } from '#features/accounts/server/users.ts';
import type { Provider } from '#features/social-sign-in/contract.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/errors.ts';
import { findRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { PROVIDER_JOINED, PROVIDER_UNLINKED } from './audit-actions.ts';
import { listProviderAccounts } from './factor.ts';
import type { ProviderPerson } from './provider.ts';

/** Unicode counts them as other spellings of ` and K, in which an address at the provider need not be the same mailbox. */
const SPELLINGS_OF_ASCII = /[\u1fef\u212a]/;

/** The key of an address that a provider gives; `undefined` for one that could not be typed here. */
export function providerAddress(written: string): string | undefined {
  return SPELLINGS_OF_ASCII.test(written) ? undefined : addressKey(written);
}

type JoinResult =
  | { readonly kind: 'joined'; readonly userId: string }
  /** Nothing was stored. */
  | { readonly kind: 'email-missing' | 'unverified-email' | 'invalid-provider-answer' | 'age-needed' }
  | {
      readonly kind:
        | 'account-exists-with-different-credential'
        | 'account-closed'
        | 'account-frozen'
        | 'address-moved';
    };

/** What the browser that came back brought along. */
type Arrival = {
  readonly userAgent?: string | undefined;
  /** The version of the notice that was shown beside the button. */
  readonly notice?: string | undefined;
  /** The age that it has shown to have reached, and the one that a new account needs; 0 for none. */
  readonly age?: ShownAge | undefined;
};

/**
 * Finds or creates the account of a person who came back from a provider: the one joined before; else the one with the
 * same address, if the provider verified it and neither a passkey nor a second step guards the account; else a new one. One
 * transaction (docs/product.md, "Social sign-in"; docs/decisions/0016).
 */
export function joinAccount(
  deps: Deps,
  provider: Provider,
  person: ProviderPerson,
  { userAgent, notice, age }: Arrival = {},
): Promise<JoinResult> {
  const { accountId } = person;
  return retryOnConflict(() =>
    deps.db.transaction().execute(async (tx): Promise<JoinResult> => {
      const joined = await findRow(tx, 'provider_accounts', ['user_id'], { provider, account_id: accountId });
      if (joined !== undefined) return { kind: 'joined', userId: joined.user_id };
      if (person.email === undefined || person.email.trim() === '') return { kind: 'email-missing' };
      if (!person.isEmailVerified) return { kind: 'unverified-email' };
      const email = providerAddress(person.email);
      if (email === undefined) return { kind: 'invalid-provider-answer' };
      await lockAddress(tx, email);
      const owner = await findRow(tx, 'users', ['id'], { email });
      if (owner !== undefined) {
        // First: nobody turns a guard on meanwhile.
        await lockUser(tx, owner.id);
        // A refused sign-in joins nothing.
        if (await isClosed(tx, owner.id)) return { kind: 'account-closed' };
        if (await undoOf(deps)?.isFrozen(tx, owner.id)) return { kind: 'account-frozen' };
        if (await isGuarded(deps, tx, owner.id)) return { kind: 'account-exists-with-different-credential' };
      }
      if (owner === undefined && (await undoOf(deps)?.findMoveFrom(tx, email, deps.clock())) !== undefined)
        return { kind: 'address-moved' };
      if (owner === undefined && age !== undefined && age.met < age.minimum) return { kind: 'age-needed' };
      const userId = owner?.id ?? (await createAccount(deps, tx, { email, name: person.name, notice, age }));
      if (owner !== undefined) {
        const change = { userId, kind: 'providers', detail: `${provider} linked`, userAgent } as const;
        await undoOf(deps)?.note(deps, tx, { ...change, beyondADay: 'told' });
      }
      await tx
        .insertInto('provider_accounts')
        .values({ provider, account_id: accountId, user_id: userId, created_at: deps.clock().toISOString() })
        .execute();
      await recordAction(deps, tx, {
        ...byOwner({ userId }),
        action: owner === undefined ? SIGNED_UP : PROVIDER_JOINED,
        detail: provider,
      });
      return { kind: 'joined', userId };
    }),
  );
}

/** Nothing of a sign-up that waits for the address gets into it: a stranger may have typed that. */
async function createAccount(
  deps: Deps,
  tx: Tx,
  { email, name, notice, age }: Omit<Arrival, 'userAgent'> & { email: string; name: string },
): Promise<string> {
  const id = deps.newId();
  const now = deps.clock();
  const fresh = freshRecord(email, now);
  await tx
    .insertInto('users')
    .values({
      id,
      email,
      ...fresh,
      name: fittingName(name) || fresh.name,
      login_count: 0,
      verification_attempts: 0,
      verification_sent_at: null,
      age_met: age?.minimum || null,
    })
    .execute();
  const seen = { notice: 'sign-up', version: notice, at: now.toISOString() } as const;
  await recordSeen(deps, tx, seen, { user_id: id });
  await markTaken(tx, email);
  return id;
}

/** Links the account of a person at a provider, which opens the account from then on. */
export function linkProvider(
  deps: Deps,
  session: Session,
  { provider, accountId }: { provider: Provider; accountId: string },
): Promise<'linked' | 'of-another-account'> {
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const owner = await findRow(tx, 'provider_accounts', ['user_id'], { provider, account_id: accountId });
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
