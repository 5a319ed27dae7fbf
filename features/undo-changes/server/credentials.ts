import type { Selectable } from 'kysely';
import {
  dropNeedlessCodes,
  type Factor,
  type FactorRows,
  factorsOf,
  type UsedWay,
} from '#features/accounts/server/factors.ts';
import { voidSignUps } from '#features/accounts/server/sign-ups.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, findRow, findRows, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Row } from '#server/database/tables.ts';
import type { WithFeatures } from '#server/feature.ts';

export type CredentialRows = {
  readonly email: string;
  readonly passwords: readonly Schema['passwords'][];
  readonly recovery_codes: readonly Selectable<Schema['recovery_codes']>[];
} & FactorsRows;
type FactorsRows = { readonly [table: string]: unknown };

type KeptFactor = Factor & { readonly rows: FactorRows };

const keptFactors = (deps: WithFeatures): readonly KeptFactor[] =>
  factorsOf(deps).filter((factor): factor is KeptFactor => factor.rows !== undefined);

/** The stored rows of one kind of factor. Empty if the site did not have this kind when the rows were stored. */
const rowsOf = (credentials: CredentialRows, { rows: { table } }: KeptFactor) =>
  (credentials[table] ?? []) as readonly Row[];

/**
 * Reads the credentials that are stored with a change. Call it before the change, with the account's row locked. Throws
 * `ConflictError` if the account was just deleted.
 */
export async function readCredentials(
  deps: WithFeatures,
  db: Db | Tx,
  userId: string,
): Promise<CredentialRows> {
  const user = await findRow(db, 'users', ['email'], { id: userId });
  if (user === undefined) throw new ConflictError();
  const factors: Record<string, readonly Row[]> = {};
  for (const { rows } of keptFactors(deps)) factors[rows.table] = await rows.read(db, userId);
  return {
    ...factors,
    email: user.email,
    passwords: await findRows(db, 'passwords', '*', { user_id: userId }),
    recovery_codes: await findRows(db, 'recovery_codes', '*', { user_id: userId }),
  };
}

export function hasCredential(deps: WithFeatures, credentials: CredentialRows, used: UsedWay): boolean {
  if (used.way === 'password') return credentials.passwords.some(({ hash }) => hash === used.credential);
  return keptFactors(deps).some((factor) =>
    rowsOf(credentials, factor).some((row) => factor.rows.isUsed?.(row, used) === true),
  );
}

export function withoutCredential(
  deps: WithFeatures,
  credentials: CredentialRows,
  used: UsedWay,
): CredentialRows {
  if (used.way === 'password')
    return {
      ...credentials,
      passwords: credentials.passwords.filter(({ hash }) => hash !== used.credential),
    };
  const left = keptFactors(deps).map((factor) => [
    factor.rows.table,
    rowsOf(credentials, factor).filter((row) => factor.rows.isUsed?.(row, used) !== true),
  ]);
  return { ...credentials, ...Object.fromEntries(left) };
}

/** Whether stored credentials include a factor that makes a second step necessary, such as a passkey. */
export function hasGuard(deps: WithFeatures, credentials: CredentialRows): boolean {
  return keptFactors(deps).some((factor) => factor.guards && rowsOf(credentials, factor).length > 0);
}

/** Returns a text that changes each time a second factor or a recovery code is used. */
export function usageOf(deps: WithFeatures, credentials: CredentialRows): string {
  const uses = keptFactors(deps).map((factor) =>
    factor.guards
      ? rowsOf(credentials, factor)
          .map(factor.rows.useOf ?? factor.rows.idOf)
          .sort()
      : [],
  );
  return JSON.stringify([credentials.email, uses, credentials.recovery_codes.length]);
}

/** The ids of the authenticator app. */
function appsOf(deps: WithFeatures, credentials: CredentialRows): string {
  const seconds = keptFactors(deps).filter(({ strength }) => strength === 'second');
  return seconds.flatMap((factor) => rowsOf(credentials, factor).map(factor.rows.idOf)).join();
}

/** Whether the app and the recovery codes are the same as before. Without an app, a sign-in needs no code. */
export function hasSameSecondStep(deps: WithFeatures, before: CredentialRows, now: CredentialRows): boolean {
  return appsOf(deps, now) === '' ? appsOf(deps, before) === '' : hasSameCodes(deps, before, now);
}

/** Whether every code of the app and every recovery code is one that worked before, too. */
export function hasSameCodes(deps: WithFeatures, before: CredentialRows, now: CredentialRows): boolean {
  return appsOf(deps, before) === appsOf(deps, now) && hasNoNewCode(before, now);
}

/** True if the recovery codes are still the former set. Used codes may be missing. */
export function keptCodes(deps: WithFeatures, before: CredentialRows, now: CredentialRows): boolean {
  // Recovery codes are deleted with the last second factor. So if a former second factor still exists, missing codes were used.
  const mayAllBeUsed = keptFactors(deps).some((factor) => {
    const ids = new Set(rowsOf(now, factor).map(factor.rows.idOf));
    return factor.guards && rowsOf(before, factor).some((row) => ids.has(factor.rows.idOf(row)));
  });
  return hasNoNewCode(before, now) && (now.recovery_codes.length > 0 || mayAllBeUsed);
}

function hasNoNewCode(before: CredentialRows, now: CredentialRows): boolean {
  return now.recovery_codes.every(({ code_hash }) => hasCode(before, code_hash));
}

export function hasCode({ recovery_codes }: CredentialRows, hash: string): boolean {
  return recovery_codes.some(({ code_hash }) => code_hash === hash);
}

/**
 * Restores former credentials. Call it with the former address and the account locked. False when another account has the
 * address.
 */
export async function restoreCredentials(
  deps: WithFeatures,
  tx: Tx,
  userId: string,
  before: CredentialRows,
): Promise<boolean> {
  const now = await readCredentials(deps, tx, userId);
  if (before.email !== now.email) {
    const { email } = before;
    if (await hasRow(tx, 'users', { email })) return false;
    await updateRows(tx, 'users', { id: userId }, { email });
    await voidSignUps(tx, email);
  }
  const [password] = before.passwords;
  if (password?.hash !== now.passwords[0]?.hash) {
    await deleteRows(tx, 'passwords', { user_id: userId });
    if (password !== undefined) await insertRow(tx, 'passwords', password);
  }
  for (const factor of keptFactors(deps))
    await factor.rows.restore(tx, userId, rowsOf(before, factor), rowsOf(now, factor));
  if (!keptCodes(deps, before, now)) {
    await deleteRows(tx, 'recovery_codes', { user_id: userId });
    for (const row of before.recovery_codes) await insertRow(tx, 'recovery_codes', row);
  }
  await dropNeedlessCodes(deps, tx, userId);
  return true;
}
