import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '#server/database/database.ts';
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

/**
 * Whether the account has a passkey or a confirmed authenticator app, so that a password or provider alone is no proof of
 * identity. Resets, linking of providers, proofs, permissions and the console all use this one definition.
 */
export async function isGuarded(deps: WithFeatures, db: Db | Tx, userId: string): Promise<boolean> {
  return (await listGuards(deps, db, userId)).length > 0;
}

async function listGuards(deps: WithFeatures, db: Db | Tx, userId: string): Promise<ListedFactor[]> {
  const listed: ListedFactor[] = [];
  for (const { guards, list } of factorsOf(deps)) if (guards) listed.push(...(await list(db, userId)));
  return listed;
}

/** The earliest time from which one of the account's factors opens the operators' console; undefined without such a factor. */
export async function consoleOpensFrom(
  deps: WithFeatures,
  db: Db | Tx,
  userId: string,
): Promise<string | undefined> {
  const guards = await listGuards(deps, db, userId);
  return guards.flatMap(({ opensConsoleFrom }) => opensConsoleFrom ?? []).sort()[0];
}

/** The account's first factor that can sign a challenge, such as a passkey; undefined without one. @public */
export async function findSigned(deps: WithFeatures, db: Db | Tx, userId: string) {
  for (const { signed, list } of factorsOf(deps))
    if (signed !== undefined && (await list(db, userId)).length > 0) return signed;
  return undefined;
}

/**
 * The sign-in methods of an account, the password first. A passkey is included if it can open the account by itself. Empty when
 * the account was deleted.
 */
export async function findSignInMethods(deps: WithFeatures, db: Db | Tx, userId: string): Promise<string[]> {
  const ways: string[] = [];
  for (const { signIn } of factorsOf(deps))
    if (signIn !== undefined) ways.push(...(await signIn.ways(db, userId)));
  return ways;
}

/** Whether a sign-in method that was used still belongs to the account. Call it with the account's row locked. @public */
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
  if (!(await isGuarded(deps, tx, userId))) await recoveryCodesFactor.end(tx, userId);
}

/** A sign-in method and its credential: `password` and hash, `passkey` and id, a provider and the account there, or a code. */
export type UsedWay = { readonly way: string; readonly credential: string };

/**
 * What evidence can prove. `first`: one step, enough for an account without a second factor. `first-of-two`: a first step of
 * unknown age, which is never enough alone. `second`: counts only together with a first step. `strong`: both steps at once.
 */
export type Strength = 'first' | 'first-of-two' | 'second' | 'strong';

/** Evidence that was checked, such as a right password, for a sign-in or a proof of identity. */
export type Evidence = UsedWay & {
  readonly strength: Strength;
  /** Uses up the evidence; false if it is no longer valid. Call it in the action's transaction, with the account's row locked. */
  readonly spend: (tx: Tx) => Promise<boolean>;
};

type ListedFactor = {
  readonly id: string;
  /** The time from which this factor opens the operators' console; null for never. */
  readonly opensConsoleFrom: string | null;
};

/**
 * One kind of factor, such as passkeys, as its feature describes it.
 *
 * `guards`: an account with such a factor needs a second step. The password or a provider alone then proves nothing
 * (docs/security.md, "Who proves what").
 */
export type Factor = {
  /**
   * The greatest strength that a proof by this factor can have: a passkey whose device did not verify its user gives only
   * `second`.
   */
  readonly strength: Strength;
  readonly guards: boolean;
  /** Returns the account's factors of this kind, oldest first. */
  readonly list: (db: Db | Tx, userId: string) => Promise<readonly ListedFactor[]>;
  readonly facts?: (db: Db | Tx, userId: string) => Promise<readonly Fact[]>;
  /** Deletes all factors of this kind. */
  readonly end: (tx: Tx, userId: string) => Promise<unknown>;
  readonly signIn?: SignInMethod;
  readonly signed?: SignedProof;
  /** If absent, undoing a change does not restore factors of this kind. */
  readonly rows?: FactorRows;
};

/** The database rows of a factor, which are saved so that a change can be undone. */
export type FactorRows = {
  readonly table: string;
  /** Returns only confirmed factors. */
  readonly read: (db: Db | Tx, userId: string) => Promise<readonly Row[]>;
  /** Identifies the factor: the value stays the same as long as the factor exists. */
  readonly idOf: (row: Row) => string;
  /** A value that changes each time the factor is used. */
  readonly useOf?: (row: Row) => string;
  /** Whether the factor in this row was used to sign in. */
  readonly isUsed?: (row: Row, used: UsedWay) => boolean;
  /**
   * Restores rows that are missing and deletes rows that are new; unchanged rows are left alone. Call it with the account's row
   * locked.
   */
  readonly restore: (tx: Tx, userId: string, before: readonly Row[], now: readonly Row[]) => Promise<void>;
};

/** A factor that signs a challenge in a browser script, such as a passkey on the pages of the operators' console. */
export type SignedProof = {
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
  /** Whether a sign-in method (`password`, `passkey`, or the name of a provider) is of this kind. */
  readonly isWay: (way: string) => boolean;
  readonly ways: (db: Db | Tx, userId: string) => Promise<readonly string[]>;
  readonly stillCounts: (tx: Tx, userId: string, used: UsedWay) => Promise<boolean>;
};

/** Hours until a factor that was added without a second step opens the operators' console. Meanwhile the owner can contest it. */
const HOURS_TO_CONSOLE = 24;

/** When the factor opens the console; calculated for a factor of an earlier version, which did not store this. @public */
export function consoleFrom(opensConsoleFrom: string | null, createdAt: string): string {
  return opensConsoleFrom ?? consoleAfterDelay(new Date(createdAt));
}

export function consoleAfterDelay(enrolled: Date): string {
  return timeAfter(enrolled, HOURS_TO_CONSOLE * HOUR_MS);
}
