import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#server/database/database.ts';
import type { Row } from '#server/database/tables.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import type { Fact } from '#server/html/html.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { recoveryCodesFactor } from './codes.ts';
import { passwordFactor } from './password-factor.ts';
import type { ProofResult } from './proof.ts';
import type { Session, Strength, UsedWay } from './sign-in-types.ts';

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

/** The first factor of an account that signs; undefined where none does. @public */
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

/** Whether what somebody signed in with still opens the account. Call it with the account's row locked. @public */
export async function stillCounts(
  deps: FactorDeps,
  tx: Tx,
  userId: string,
  used: { readonly way: string; readonly credential: string },
): Promise<boolean> {
  const method = factorsOf(deps).find(({ signIn }) => signIn?.isWay(used.way))?.signIn;
  return (await method?.stillCounts(tx, userId, used)) ?? false;
}

/** Removes the recovery codes of an account that has nothing any more that guards it. @public */
export async function dropNeedlessCodes(deps: FactorDeps, tx: Tx, userId: string): Promise<void> {
  if (!(await isGuarded(deps, tx, userId))) await recoveryCodesFactor.end(tx, userId);
}

/** One factor of an account. */
export type ListedFactor = {
  readonly id: string;
  /** From when on it opens the console; null for one that never does. */
  readonly opensConsoleFrom: string | null;
};

/**
 * One kind of factor: what its feature tells the accounts about it.
 *
 * Where an account has a factor that guards it, a first step alone signs in at most and proves nothing (docs/security.md, "Who
 * proves what").
 */
export type Factor = {
  readonly name: string;
  /** The most that it can show; a passkey whose device did not check its user is a `second` step only. */
  readonly strength: Strength;
  readonly guards: boolean;
  /** Those of an account, the oldest first. */
  readonly list: (db: Db | Tx, userId: string) => Promise<readonly ListedFactor[]>;
  /** What an operator is told of them. */
  readonly facts?: (db: Db | Tx, userId: string) => Promise<readonly Fact[]>;
  /** Removes all of them from an account. */
  readonly end: (tx: Tx, userId: string) => Promise<void>;
  readonly signIn?: SignInMethod;
  readonly signed?: SignedProof;
  /** Absent: undoing a change leaves the rows of this factor as they are. */
  readonly rows?: FactorRows;
};

/** The factor as its rows, which are kept to undo a change. */
export type FactorRows = {
  /** What they are kept under. */
  readonly table: string;
  /** Those that count. */
  readonly read: (db: Db | Tx, userId: string) => Promise<readonly Row[]>;
  /** Stays the same for as long as it is the same factor. */
  readonly idOf: (row: Row) => string;
  /** Changes each time that it is used. */
  readonly useOf?: (row: Row) => string;
  /** Whether it is what somebody signed in with. */
  readonly isUsed?: (row: Row, used: UsedWay) => boolean;
  /** Brings back what is gone and removes what is new. What is still there stays as it is. Call it with the account's row locked. */
  readonly restore: (tx: Tx, userId: string, before: readonly Row[], now: readonly Row[]) => Promise<void>;
};

/** A factor that signs what a script asks for, as on a page of the console. */
export type SignedProof = {
  /** The path that says what is to be signed for a proof. */
  readonly options: string;
  readonly words: { readonly button: string; readonly withoutScripts: string; readonly refused: string };
  /** @param sent what was signed, as JSON */
  readonly prove: (
    deps: Deps & Pick<AppDeps, 'cookies'>,
    request: FastifyRequest,
    session: Session,
    sent: string,
  ) => Promise<ProofResult>;
};

/** A factor that opens an account by itself. */
type SignInMethod = {
  /** Whether a way to sign in is of this kind: `password`, `passkey`, or the name of a provider. */
  readonly isWay: (way: string) => boolean;
  /** The ways of an account, such as `google`. */
  readonly ways: (db: Db | Tx, userId: string) => Promise<readonly string[]>;
  /** Whether what was used still opens the account. Call it with the account's row locked. */
  readonly stillCounts: (tx: Tx, userId: string, used: UsedWay) => Promise<boolean>;
};

/** Hours until a factor that a first step alone enrolled opens the console: the owner was mailed, and may contest it. */
const HOURS_TO_CONSOLE = 24;

/** What a factor of before this version tells of itself: its age decides. @public */
export function consoleFrom(opensConsoleFrom: string | null, createdAt: string): string {
  return opensConsoleFrom ?? consoleAfterDelay(new Date(createdAt));
}

export function consoleAfterDelay(enrolled: Date): string {
  return timeAfter(enrolled, HOURS_TO_CONSOLE * HOUR_MS);
}
