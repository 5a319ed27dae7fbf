import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { Row } from '#server/database/tables.ts';
import type { AppDeps, Deps, WithFeatures } from '#server/feature.ts';
import type { Fact } from '#server/html/html.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { recoveryCodesFactor } from './codes.ts';
import { passwordFactor } from './password-factor.ts';
import type { ProofResult } from './proof.ts';
import type { Session } from './sessions.ts';

export function factorsOf({ features }: WithFeatures): readonly Factor[] {
  return [passwordFactor, ...features.flatMap(({ factors = [] }) => factors), recoveryCodesFactor];
}

/** Whether the account has a passkey or a confirmed authenticator app. If so, a password or a provider alone proves nothing. */
export async function isGuarded(deps: WithFeatures, db: Db | Tx, userId: string): Promise<boolean> {
  return (await listGuards(deps, db, userId)).length > 0;
}

async function listGuards(deps: WithFeatures, db: Db | Tx, userId: string): Promise<string[]> {
  const listed: string[] = [];
  for (const { guards } of factorsOf(deps)) listed.push(...((await guards?.(db, userId)) ?? []));
  return listed;
}

/** The time from which the account's passkey or authenticator app opens the operators' console. Undefined if it has neither. */
export async function consoleOpensFrom(
  deps: WithFeatures,
  db: Db | Tx,
  userId: string,
): Promise<string | undefined> {
  return (await listGuards(deps, db, userId)).sort()[0];
}

/** Finds a factor of the account that can sign a challenge, such as a passkey. @public */
export async function findSigned(deps: WithFeatures, db: Db | Tx, userId: string) {
  for (const { signed, rows } of factorsOf(deps))
    if (signed !== undefined && (await rows?.read(db, userId))?.length) return signed;
  return undefined;
}

/**
 * Lists the sign-in methods of an account, the password first. Passkeys are listed only if they can be used to sign in without a
 * password. The list is empty for a deleted account.
 */
export async function findSignInMethods(deps: WithFeatures, db: Db | Tx, userId: string): Promise<string[]> {
  const ways: string[] = [];
  for (const { signIn } of factorsOf(deps))
    if (signIn !== undefined) ways.push(...(await signIn.ways(db, userId)));
  return ways;
}

/** Whether a sign-in method that was used is still valid. Call it with the account's row locked. @public */
export async function stillCounts(
  deps: WithFeatures,
  tx: Tx,
  userId: string,
  used: UsedWay,
): Promise<boolean> {
  const method = factorsOf(deps).find(({ signIn }) => signIn?.isWay(used.way))?.signIn;
  return (await method?.stillCounts(tx, userId, used)) ?? false;
}

/** Deletes the recovery codes of an account that no longer has a passkey or an authenticator app. @public */
export async function dropNeedlessCodes(deps: WithFeatures, tx: Tx, userId: string): Promise<void> {
  if (!(await isGuarded(deps, tx, userId))) await deleteRows(tx, 'recovery_codes', { user_id: userId });
}

/**
 * A sign-in method that was used. `credential` is a password hash, a passkey's id, an account id at a provider, or a
 * code.
 */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * `first-of-two`: a first step whose time is not known. This step is never enough without a second step. `second`: a second
 * step, which needs a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Checked evidence, such as a right password. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /**
   * Uses the evidence up; false if it is no longer valid. Call it in the action's transaction, with the account locked.
   */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

/** One kind of factor, such as passkeys. */
export type Factor = {
  /** The greatest possible strength of a proof. A passkey whose device did not verify its user gives only `second`. */
  readonly strength: Strength;
  /**
   * The times from which the account's factors of this kind open the operators' console. Absent for kinds that do not make a second
   * step necessary (docs/security.md).
   */
  readonly guards?: (db: Db | Tx, userId: string) => Promise<readonly string[]>;
  readonly facts?: (db: Db | Tx, userId: string) => Promise<readonly Fact[]>;
  /**
   * Deletes all factors of this kind, for the recovery of an account whose factors are lost. Absent for kinds that a recovery
   * keeps.
   */
  readonly end?: (tx: Tx, userId: string) => Promise<unknown>;
  readonly signIn?: SignInMethod;
  readonly signed?: SignedProof;
  /** How factors of this kind are restored when a change is undone. If absent, they are not restored. */
  readonly rows?: FactorRows;
};

/** The database rows of a factor, which are saved so that a change can be undone. */
export type FactorRows = {
  readonly table: string;
  /** Reads the rows of an account's confirmed factors. */
  readonly read: (db: Db | Tx, userId: string) => Promise<readonly Row[]>;
  /** Returns an id that stays the same as long as the factor exists. */
  readonly idOf: (row: Row) => string;
  /** Returns a value that changes each time the factor is used. */
  readonly useOf?: (row: Row) => string;
  readonly isUsed?: (row: Row, used: UsedWay) => boolean;
  /**
   * Restores rows that are in `before` but no longer stored, and deletes rows that were added since. Call it with the account's
   * row locked.
   */
  readonly restore: (tx: Tx, userId: string, before: readonly Row[], now: readonly Row[]) => Promise<void>;
};

/** How a person proves their identity by signing a challenge in a browser script, such as with a passkey on the console's pages. */
type SignedProof = {
  readonly options: string;
  readonly words: { readonly button: string; readonly withoutScripts: string; readonly refused: string };
  /** @param sent the signed challenge, as JSON */
  readonly prove: (
    deps: Deps & Pick<AppDeps, 'cookies'>,
    request: FastifyRequest,
    session: Session,
    sent: string,
  ) => Promise<ProofResult>;
};

type SignInMethod = {
  /** Whether a sign-in method (`password`, `passkey`, a provider's name) is of this kind. */
  readonly isWay: (way: string) => boolean;
  readonly ways: (db: Db | Tx, userId: string) => Promise<readonly string[]>;
  readonly stillCounts: (tx: Tx, userId: string, used: UsedWay) => Promise<boolean>;
};

/** A factor added without a second step opens the console only after this time, so that the owner can contest it. */
const HOURS_TO_CONSOLE = 24;

/**
 * The time from which a factor opens the console. This time is calculated for factors of earlier versions, which did not store
 * it. @public
 */
export function consoleFrom(factor: {
  readonly opens_console_from: string | null;
  readonly created_at: string;
}): string {
  return factor.opens_console_from ?? consoleAfterDelay(new Date(factor.created_at));
}

export function consoleAfterDelay(enrolled: Date): string {
  return timeAfter(enrolled, HOURS_TO_CONSOLE * HOUR_MS);
}
