import type { Insertable, Updateable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { AccountsTable, UsersTable } from '#server/database/schema.ts';

/** What the rules need to know of the account behind an address. */
export type KnownAccount = {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** Absent for accounts that only have a social sign-in. */
  readonly passwordHash: string | null;
  readonly shadowId: string | null;
  readonly shadowPasswordHash: string | null;
};

const findByAddress = prepareQuery((db, value: Values<{ email: string }>) =>
  db
    .selectFrom(
      db
        .selectNoFrom(({ fn, selectFrom, val }) =>
          fn
            .coalesce(selectFrom('users').select('id').where('email', '=', value('email')), val('nobody'))
            .as('id'),
        )
        .as('wanted'),
    )
    .leftJoin('users as u', 'u.id', 'wanted.id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.account_id', '=', 'wanted.id').on('a.provider_id', '=', 'credential'),
    )
    .leftJoin('users as s', 's.shadows', 'wanted.id')
    .leftJoin('accounts as sa', (join) =>
      join.onRef('sa.account_id', '=', 's.id').on('sa.provider_id', '=', 'credential'),
    )
    .select([
      'u.id',
      'u.email_verified',
      'a.password as passwordHash',
      's.id as shadowId',
      'sa.password as shadowPasswordHash',
    ]),
);

/**
 * One query that takes the same steps for every address: where there is no account, it looks for the passwords and
 * the shadow of one that does not exist, instead of stopping early. Shadow rows are not found: their address cannot
 * be typed.
 */
export async function findAccount(db: Db | Tx, email: string): Promise<KnownAccount | undefined> {
  const [row] = await findByAddress(db, { email });
  if (row === undefined || row.id === null) return undefined;
  const { id, email_verified, ...known } = row;
  return { ...known, id, email, isVerified: email_verified === 1 };
}

/**
 * Makes what concerns an account wait its turn until the transaction ends: a deletion takes it alone, whoever stores
 * something for the account shares it. A lock by name, because locking a row takes longer where there is one and
 * would tell who has an account.
 */
export async function holdAccount(tx: Tx, id: string, hold: 'shared' | 'alone'): Promise<void> {
  await holdName(tx, id, hold);
}

/** A record as it is right after sign-up (spec §3): the name is the part of the address before `@` (decisions §3.1). */
export function freshRecord(email: string, now: Date) {
  return {
    name: email.slice(0, email.lastIndexOf('@')).slice(0, 100),
    gender: '',
    dob: '',
    about: '',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  } satisfies Updateable<UsersTable>;
}

export function credentialRow(
  id: string,
  userId: string,
  passwordHash: string,
  now: Date,
): Insertable<AccountsTable> {
  return {
    id,
    account_id: userId,
    provider_id: 'credential',
    user_id: userId,
    password: passwordHash,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** Gives the account this password, whether or not it had one. */
export async function setPassword(tx: Tx, row: Insertable<AccountsTable>): Promise<void> {
  await tx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'account_id'])
        .doUpdateSet({ password: row.password, updated_at: row.updated_at }),
    )
    .execute();
}
