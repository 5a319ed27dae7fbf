import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { recoveryCodesFactor } from './codes.ts';
import type { Factor } from './factor.ts';
import { passwordFactor } from './password-factor.ts';

type FactorDeps = Pick<Deps, 'features'>;

export function factorsOf({ features }: FactorDeps): readonly Factor[] {
  return [passwordFactor, ...features.flatMap(({ factors = [] }) => factors), recoveryCodesFactor];
}

/**
 * Whether a first step alone proves nothing at this account: it has a passkey or a confirmed app. The one definition: resets,
 * providers that join, proofs, rights and the console all ask here.
 */
export async function isGuarded(deps: FactorDeps, db: Db | Tx, userId: string): Promise<boolean> {
  for (const { guards, list } of factorsOf(deps))
    if (guards && (await list(db, userId)).length > 0) return true;
  return false;
}

/** The earliest time from which one of the account's factors opens the console; undefined where no factor guards it. */
export async function consoleOpensFrom(
  deps: FactorDeps,
  db: Db | Tx,
  userId: string,
): Promise<string | undefined> {
  const times: string[] = [];
  for (const { guards, list } of factorsOf(deps))
    if (guards)
      for (const { opensConsoleFrom } of await list(db, userId))
        if (opensConsoleFrom !== null) times.push(opensConsoleFrom);
  return times.sort()[0];
}

/**
 * The first factor of an account that signs; undefined where none does.
 *
 * @public
 */
export async function findSigned(deps: FactorDeps, db: Db | Tx, userId: string) {
  for (const { signed, list } of factorsOf(deps))
    if (signed !== undefined && (await list(db, userId)).length > 0) return signed;
  return undefined;
}

/** The ways to sign in to an account, the password first. A passkey counts that opens it by itself. Empty when the account is gone. */
export async function findSignInMethods(deps: FactorDeps, db: Db | Tx, userId: string): Promise<string[]> {
  const ways: string[] = [];
  for (const { signIn } of factorsOf(deps))
    if (signIn !== undefined) ways.push(...(await signIn.ways(db, userId)));
  return ways;
}

/**
 * Whether what somebody signed in with still opens the account. Call it with the account's row locked.
 *
 * @public
 */
export async function stillCounts(
  deps: FactorDeps,
  tx: Tx,
  userId: string,
  used: { readonly way: string; readonly credential: string },
): Promise<boolean> {
  const method = factorsOf(deps).find(({ signIn }) => signIn?.isWay(used.way))?.signIn;
  return (await method?.stillCounts(tx, userId, used)) ?? false;
}

/**
 * Removes the recovery codes of an account that has nothing any more that guards it.
 *
 * @public
 */
export async function dropNeedlessCodes(deps: FactorDeps, tx: Tx, userId: string): Promise<void> {
  if (!(await isGuarded(deps, tx, userId))) await recoveryCodesFactor.end(tx, userId);
}
