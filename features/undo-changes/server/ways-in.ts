import type { Selectable } from 'kysely';
import type { UsedWay } from '#features/accounts/server/sign-in-types.ts';
import { voidSignUps } from '#features/accounts/server/sign-ups.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';

/** All that opens an account, as rows, at one moment. */
export type WaysIn = {
  readonly email: string;
  readonly passwords: readonly Schema['passwords'][];
  readonly passkeys: readonly Schema['passkeys'][];
  readonly provider_accounts: readonly Schema['provider_accounts'][];
  /** One that is on, or none. */
  readonly second_steps: readonly Schema['second_steps'][];
  readonly recovery_codes: readonly Selectable<Schema['recovery_codes']>[];
};

/** Before a change, call it with the account's row locked. Undefined when the account is gone. */
export async function readWaysIn(tx: Db | Tx, userId: string): Promise<WaysIn | undefined> {
  const user = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return undefined;
  const rowsOf = <T extends 'passwords' | 'passkeys' | 'provider_accounts' | 'recovery_codes'>(table: T) =>
    tx
      .selectFrom(table as 'passwords')
      .selectAll()
      .where('user_id', '=', userId)
      .execute() as unknown as Promise<Selectable<Schema[T]>[]>;
  return {
    email: user.email,
    passwords: await rowsOf('passwords'),
    passkeys: await rowsOf('passkeys'),
    provider_accounts: await rowsOf('provider_accounts'),
    second_steps: await tx
      .selectFrom('second_steps')
      .selectAll()
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .execute(),
    recovery_codes: await rowsOf('recovery_codes'),
  };
}

export function hasWay(
  { passwords, passkeys, provider_accounts }: WaysIn,
  { way, credential }: UsedWay,
): boolean {
  if (way === 'password') return passwords.some(({ hash }) => hash === credential);
  if (way === 'passkey') return passkeys.some(({ id }) => id === credential);
  return provider_accounts.some(({ provider, account_id }) => provider === way && account_id === credential);
}

export function withoutWay(ways: WaysIn, { way, credential }: UsedWay): WaysIn {
  const { passwords, passkeys, provider_accounts } = ways;
  if (way === 'password') return { ...ways, passwords: passwords.filter(({ hash }) => hash !== credential) };
  if (way === 'passkey') return { ...ways, passkeys: passkeys.filter(({ id }) => id !== credential) };
  return {
    ...ways,
    provider_accounts: provider_accounts.filter(
      ({ provider, account_id }) => provider !== way || account_id !== credential,
    ),
  };
}

/**
 * Whether what is asked for after a way in is what it was: the same app, whose secret may have been sealed again, and no
 * recovery code that is new. Without a second step codes open nothing.
 */
export function hasSameSecondStep(before: WaysIn, now: WaysIn): boolean {
  return isSameApp(before, now) && (now.second_steps.length === 0 || hasNoNewCode(before, now));
}

/** Whether the recovery codes are those of before, but for what was used: not if they were replaced, or went with the app. */
export function keptCodes(before: WaysIn, now: WaysIn): boolean {
  // They go with the last factor that guards: where one of before is still there, all of them were used.
  const keptPasskey = before.passkeys.some(({ id }) => now.passkeys.some((other) => other.id === id));
  const mayAllBeUsed = keptPasskey || (now.second_steps.length > 0 && isSameApp(before, now));
  return hasNoNewCode(before, now) && (now.recovery_codes.length > 0 || mayAllBeUsed);
}

function isSameApp(before: WaysIn, now: WaysIn): boolean {
  return before.second_steps[0]?.created_at === now.second_steps[0]?.created_at;
}

function hasNoNewCode(before: WaysIn, now: WaysIn): boolean {
  return now.recovery_codes.every(({ code_hash }) => hasCode(before, code_hash));
}

export function hasCode({ recovery_codes }: WaysIn, hash: string): boolean {
  return recovery_codes.some(({ code_hash }) => code_hash === hash);
}

/**
 * Makes the ways in what they were: what is new goes, what is gone comes back, and what is still there stays as it is,
 * with its counter and the codes that were used. Call it with the address of before and the account's row locked. False
 * when that address is another account's now.
 */
export async function restoreWaysIn(tx: Tx, userId: string, before: WaysIn): Promise<boolean> {
  const now = await readWaysIn(tx, userId);
  if (now === undefined) return false;
  if (before.email !== now.email) {
    const other = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', before.email)
      .executeTakeFirst();
    if (other !== undefined) return false;
    await tx.updateTable('users').set({ email: before.email }).where('id', '=', userId).execute();
    await voidSignUps(tx, before.email);
  }
  const [password] = before.passwords;
  if (password?.hash !== now.passwords[0]?.hash) {
    await tx.deleteFrom('passwords').where('user_id', '=', userId).execute();
    if (password !== undefined) await tx.insertInto('passwords').values(password).execute();
  }
  for (const { id } of now.passkeys)
    if (!hasWay(before, { way: 'passkey', credential: id }))
      await tx.deleteFrom('passkeys').where('id', '=', id).execute();
  for (const { provider, account_id } of now.provider_accounts)
    if (!before.provider_accounts.some((row) => row.provider === provider && row.account_id === account_id))
      await tx
        .deleteFrom('provider_accounts')
        .where('provider', '=', provider)
        .where('account_id', '=', account_id)
        .execute();
  // What opens another account by now stays there.
  for (const row of before.passkeys)
    await tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const row of before.provider_accounts)
    await tx
      .insertInto('provider_accounts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (!isSameApp(before, now)) {
    await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute();
    for (const row of before.second_steps) await tx.insertInto('second_steps').values(row).execute();
  }
  if (!keptCodes(before, now)) {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    for (const row of before.recovery_codes) await tx.insertInto('recovery_codes').values(row).execute();
  }
  return true;
}
