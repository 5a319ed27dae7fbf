import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#server/database/database.ts';
import type { Row } from '#server/database/tables.ts';
import type { AppDeps, Deps, WithFeatures } from '#server/feature.ts';
import type { Fact } from '#server/html/html.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { recoveryCodesFactor } from './codes.ts';
import { passwordFactor } from './password-factor.ts';
import type { ProofResult } from './proof.ts';
import type { Session, Strength, UsedWay } from './sign-in-types.ts';

export function factorsOf({ features }: WithFeatures): readonly Factor[] {
  return [passwordFactor, ...features.flatMap(({ factors = [] }) => factors), recoveryCodesFactor];
}

/**
 * Whether the account has a passkey or a confirmed app, so that a first step alone proves nothing. The only definition: resets,
 * joining providers, proofs, rights and the console use it.
 */
export async function isGuarded(deps: WithFeatures, db: Db | Tx, userId: string): Promise<boolean> {
  for (const { guards, list } of factorsOf(deps))
    if (guards && (await list(db, userId)).length > 0) return true;
  return false;
}

/** The earliest time from which one of the account's factors opens the console; undefined for an unguarded account. */
export async function consoleOpensFrom(
  deps: WithFeatures,
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

/** The account's first factor that signs a challenge; undefined without one. @public */
export async function findSigned(deps: WithFeatures, db: Db | Tx, userId: string) {
  for (const { signed, list } of factorsOf(deps))
    if (signed !== undefined && (await list(db, userId)).length > 0) return signed;
  return undefined;
}

/**
 * The sign-in methods of an account, the password first. A passkey counts if it opens the account by itself. Empty when the account
 * is gone.
 */
export async function findSignInMethods(deps: WithFeatures, db: Db | Tx, userId: string): Promise<string[]> {
  const ways: string[] = [];
  for (const { signIn } of factorsOf(deps))
    if (signIn !== undefined) ways.push(...(await signIn.ways(db, userId)));
  return ways;
}

/** Whether a used sign-in method still opens the account. Call it with the account's row locked. @public */
export async function stillCounts(
  deps: WithFeatures,
  tx: Tx,
  userId: string,
  used: { readonly way: string; readonly credential: string },
): Promise<boolean> {
  const method = factorsOf(deps).find(({ signIn }) => signIn?.isWay(used.way))?.signIn;
  return (await method?.stillCounts(tx, userId, used)) ?? false;
}

/** Deletes the recovery codes of an account that no factor guards any more. @public */
export async function dropNeedlessCodes(deps: WithFeatures, tx: Tx, userId: string): Promise<void> {
  if (!(await isGuarded(deps, tx, userId))) await recoveryCodesFactor.end(tx, userId);
}

export type ListedFactor = {
  readonly id: string;
  /** From this time it opens the console; null for never. */
  readonly opensConsoleFrom: string | null;
};

/**
 * One kind of factor, as its feature describes it.
 *
 * If an account has a factor that guards it, a first step alone can sign in at most and proves nothing (docs/security.md, "Who
 * proves what").
 */
export type Factor = {
  readonly name: string;
  /** The most that it can prove; a passkey whose device did not verify its user is only a `second` step. */
  readonly strength: Strength;
  readonly guards: boolean;
  /** Oldest first. */
  readonly list: (db: Db | Tx, userId: string) => Promise<readonly ListedFactor[]>;
  /** What the console shows of them. */
  readonly facts?: (db: Db | Tx, userId: string) => Promise<readonly Fact[]>;
  /** Deletes all of them from an account. */
  readonly end: (tx: Tx, userId: string) => Promise<void>;
  readonly signIn?: SignInMethod;
  readonly signed?: SignedProof;
  /** Without it, undoing a change leaves this factor's rows alone. */
  readonly rows?: FactorRows;
};

/** The factor's rows, which are saved to undo a change. */
export type FactorRows = {
  readonly table: string;
  /** Confirmed ones only. */
  readonly read: (db: Db | Tx, userId: string) => Promise<readonly Row[]>;
  /** Does not change while it is the same factor. */
  readonly idOf: (row: Row) => string;
  /** Changes with each use. */
  readonly useOf?: (row: Row) => string;
  /** Whether this row was used to sign in. */
  readonly isUsed?: (row: Row, used: UsedWay) => boolean;
  /**
   * Restores missing rows and deletes new ones; rows that are still there stay as they are. Call it with the account's row locked.
   */
  readonly restore: (tx: Tx, userId: string, before: readonly Row[], now: readonly Row[]) => Promise<void>;
};

/** A factor that signs a challenge in a script, as on the console's pages. */
export type SignedProof = {
  /** The path that answers the challenge for a proof. */
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
  /** Whether a method is of this kind: `password`, `passkey`, or the name of a provider. */
  readonly isWay: (way: string) => boolean;
  /** The methods of an account, such as `google`. */
  readonly ways: (db: Db | Tx, userId: string) => Promise<readonly string[]>;
  /** Whether a used method still opens the account. Call it with the account's row locked. */
  readonly stillCounts: (tx: Tx, userId: string, used: UsedWay) => Promise<boolean>;
};

/** Hours until a factor that a first step alone enrolled opens the console. The owner is mailed and can contest it. */
const HOURS_TO_CONSOLE = 24;

/** Earlier versions did not store the time: it follows from the factor's age. @public */
export function consoleFrom(opensConsoleFrom: string | null, createdAt: string): string {
  return opensConsoleFrom ?? consoleAfterDelay(new Date(createdAt));
}

export function consoleAfterDelay(enrolled: Date): string {
  return timeAfter(enrolled, HOURS_TO_CONSOLE * HOUR_MS);
}
