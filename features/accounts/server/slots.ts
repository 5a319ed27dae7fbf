import type { Mail } from '#content/mails.ts';
import type { LinkAnswer } from '#features/accounts/bodies.ts';
import type { SecurityData } from '#features/accounts/security-bodies.ts';
import type { AuditAction } from '#server/audit/action.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import type { CookieNames } from '#server/http/cookies.ts';
import type { Access } from '#server/http/declared-routes.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Evidence, Factor, UsedWay } from './factors.ts';
import type { Session } from './sessions.ts';

declare module '#server/feature.ts' {
  /**
   * The parts that other features may add to the accounts feature. Every part is optional, because a feature may be removed.
   */
  interface Feature {
    readonly factors?: readonly Factor[];
    readonly secondStep?: SecondStep;
    readonly undo?: Undo;
    readonly operators?: Operators;
    readonly confirmation?: Confirmation;
    readonly signInNames?: (settings: Settings) => readonly string[];
    readonly bearerTokens?: {
      /** Returns the id of the session that a bearer token names. */
      readonly sessionOf: (deps: Deps, token: string) => Promise<string | undefined>;
      /** Describes the tokens in the description of the API. */
      readonly scheme: Access<unknown>['schemes'][number];
    };
    /** What the page of a mailed link may show. Undefined for expired links and for links of other features. */
    readonly describeLink?: (
      deps: Deps,
      token: string,
    ) => Promise<Pick<NonNullable<LinkAnswer['data']>, 'email' | 'change'> | undefined>;
    /**
     * Deletes rows that no cascade deletes. Runs before the account's row is deleted. Returns the rows that must be deleted again
     * after a backup is restored.
     */
    readonly deletePerson?: (
      deps: WithFeatures,
      tx: Tx,
      person: { readonly id: string; readonly email: string },
    ) => Promise<readonly DeletedRow[]>;
    /**
     * Runs when an account gets a second factor. Cancels unconfirmed changes, which may have been requested without a second
     * step.
     */
    readonly onGuardAdded?: (tx: Tx, userId: string) => Promise<void>;
    /** Erases the feature's rows of an address. The owner of the mailbox can request this without an account. */
    readonly eraseAddress?: {
      /** A text such as `Messages: {count}`, for the page that lists what was erased. */
      readonly counted: string;
      readonly act: (tx: Tx, email: string) => Promise<readonly DeletedRow[]>;
    };
    readonly agreements?: Agreements;
    /** The feature's cookies, each with the table that stores the cookie's token. */
    readonly cookieTokens?: Readonly<Partial<Record<keyof CookieNames, string>>>;
    readonly securityData?: (deps: Deps, session: Session) => Promise<Partial<SecurityData>>;
  }
}

export type DeletedRow = { readonly action: AuditAction; readonly id: string };

type Agreements = {
  readonly find: (db: Db, email: string) => Promise<readonly AgreedTo[]>;
  /**
   * Deletes an agreement, in the transaction that records the withdrawal. Undefined if this person has no agreement with this id.
   */
  readonly withdraw: (tx: Tx, email: string, id: string) => Promise<Withdrawn | undefined>;
};

export type Withdrawn = {
  readonly notice: string;
  readonly version: string | undefined;
  readonly action: AuditAction;
};

type AgreedTo = {
  readonly id: string;
  readonly at: string;
  readonly notice: string;
  readonly version: string | null;
};

/** A person who has proved their identity, and wants to sign in. */
export type ProvedPerson = {
  readonly userId: string;
  readonly proof: Evidence;
  readonly remember: boolean;
};

/** A sign-in that waits for a code. `step` is the token for its cookie, which is valid for `ms` milliseconds. */
export type BegunSignIn = { readonly step: string; readonly ms: number };

/** The second step of a sign-in: a code that the person types after the password or the sign-in at a provider. */
export type SecondStep = {
  /** @param trusted the cookie of a browser that may need no code for this account */
  readonly isNeeded: (
    deps: Pick<Deps, 'clock'>,
    db: Db | Tx,
    account: { readonly userId: string; readonly trusted?: string | undefined },
  ) => Promise<boolean>;
  /** Stores the first step until the code arrives. Throws `ConflictError` when the first step is no longer valid. */
  readonly begin: (deps: Deps, person: ProvedPerson) => Promise<BegunSignIn>;
  /** Uses up a code of the authenticator app, with the account's row locked. False for a code that is wrong or was used. */
  readonly spendAppCode: (deps: Deps, tx: Tx, userId: string, code: string) => Promise<boolean>;
};

export type NewChange = {
  readonly userId: string;
  readonly kind: 'device' | 'password' | 'passkeys' | 'providers' | 'second-step' | 'address' | 'recovery';
  /** The key of this change in `CHANGES_TOLD[kind]`. Empty for `other`. */
  readonly detail: string;
  /** The session that made the change. If there is none, `userAgent` names the browser. */
  readonly session?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly used?: UsedWay | undefined;
  /** Set if an operator makes the change: the mail about the change then names no browser. */
  readonly isByOperator?: true;
  /**
   * What happens to a change over the daily limit: `mail` mails the owner, and `no-mail` does not. If absent, the change is
   * refused.
   */
  readonly overDailyLimit?: 'mail' | 'no-mail';
};

/** A request for a mail. `userId` is the id of the sign-up or account that requested it. */
export type ConfirmationRequest = { readonly id: string; readonly userId: string; readonly email: string };

/**
 * A kind of mail to an address that the requester may not own. All kinds share the limits and the queue of an address.
 */
export type Confirmation = {
  readonly mail: Mail;
  /** Mails of other kinds that may be sent instead, depending on whether the address has an account. */
  readonly becomes?: readonly Mail[];
  /** Writes the mail that suits the address at this time, or deletes the request if it is no longer valid. */
  readonly write: (deps: Deps, tx: Tx, request: ConfirmationRequest, now: Date) => Promise<void>;
};

/** A change of an account's address that can still be undone. */
export type Move = { readonly id: string; readonly userId: string; readonly tokenHash: string };

/** Records changes to the sign-in methods and mails the owner about each. The owner can contest (“This wasn’t me”) and undo it. */
export type Undo = {
  /**
   * Records a change. Call it in the change's transaction, with the account's row locked, before the change itself. Refuses with
   * RATE_LIMITED over the daily limit, unless `overDailyLimit` is set.
   * @returns whether the owner was mailed
   */
  readonly note: (deps: Deps, tx: Tx, change: NewChange) => Promise<boolean>;
  /** When the account was frozen; undefined if it is not. A freeze blocks sign-in methods that were added by contested changes. */
  readonly frozenSince: (db: Db | Tx, userId: string) => Promise<string | undefined>;
  /** Whether the freeze blocks this sign-in method. Methods that are older than all changes contested by the owner still work. */
  readonly isFrozenFor: (
    deps: WithFeatures,
    tx: Tx,
    userId: string,
    used: UsedWay & { readonly isTwoSteps: boolean },
  ) => Promise<boolean>;
  /** Whether the freeze also blocks this evidence as a proof of identity. */
  readonly isProofFrozen: (deps: WithFeatures, tx: Tx, userId: string, used: UsedWay) => Promise<boolean>;
  /** Whether the password of this frozen account may be reset by mail. */
  readonly mayReset: (deps: WithFeatures, db: Db | Tx, userId: string) => Promise<boolean>;
  /** Undoes all changes that the owner contested, when the password is reset by mail. */
  readonly takeBack: (deps: Deps, tx: Tx, userId: string) => Promise<void>;
  /** Keeps the changes that the owner contested, and ends the freeze. False if the account was not frozen. */
  readonly keep: (tx: Tx, userId: string, now: Date) => Promise<boolean>;
  /** Whether the account had a second factor before the first change that its owner contested. Undefined without such a change. */
  readonly wasGuarded: (deps: WithFeatures, db: Db | Tx, userId: string) => Promise<boolean | undefined>;
  /**
   * Finds the change by which an account moved away from this address, as long as the change can be undone. During this time,
   * no other account may take the address.
   */
  readonly findMoveFrom: (db: Db | Tx, email: string, now: Date) => Promise<Move | undefined>;
  readonly mailedToken: (tx: Tx, keyring: Deps['keyring'], move: Move) => Promise<string>;
  /** This mail goes to somebody who signs up with an address that an account has just left. */
  readonly movedMail: Mail & { readonly values: Readonly<Record<'link' | 'signInLink', 'link'>> };
};

export type AnswerNote = { readonly submissionId: string; readonly author: string; readonly text: string };

export type Operators = {
  readonly messagePath: (id: string) => string;
  readonly quarantinePath: string;
  /** Stores an operator's reply as a note on the message. */
  readonly noteAnswer: (deps: Pick<Deps, 'newId' | 'clock'>, tx: Tx, note: AnswerNote) => Promise<void>;
  /** True if the same reply was already stored after `since`, because the operator pressed the button twice. */
  readonly wasAnswered: (tx: Tx, note: AnswerNote, since: IsoTime) => Promise<boolean>;
  /** Refuses an action that would leave the console without an owner. */
  readonly refuseLastOwner: (deps: WithFeatures, tx: Tx, userId: string) => Promise<void>;
  readonly hasRole: (tx: Tx, userId: string) => Promise<boolean>;
  /**
   * If the session has accepted an invitation, uses the invitation up and opens the console without the usual wait. Returns
   * true if it opened the console.
   */
  readonly takeInvitation: (deps: AuditDeps, tx: Tx, session: Session) => Promise<boolean>;
  /** Removes the account's role. Returns undefined if the account had none. */
  readonly removeRole: (tx: Tx, userId: string) => Promise<AuditAction | undefined>;
  readonly tellOfDeletion: (
    deps: Pick<Deps, 'clock' | 'newId' | 'origin' | 'mails'>,
    tx: Tx,
    deleted: { readonly what: string; readonly reason: string },
  ) => Promise<void>;
  /**
   * Mails the console's owners about a change to an operator's sign-in, because a thief of the operator's account could open
   * the console.
   */
  readonly tellOfChange: (
    deps: Pick<Deps, 'clock' | 'newId' | 'origin' | 'mails'>,
    tx: Tx,
    change: { readonly userId: string; readonly what: string },
  ) => Promise<void>;
};

export const secondStepOf = ({ features }: WithFeatures) =>
  features.find(({ secondStep }) => secondStep !== undefined)?.secondStep;
export const undoOf = ({ features }: WithFeatures) => features.find(({ undo }) => undo !== undefined)?.undo;
export const operatorsOf = ({ features }: WithFeatures) =>
  features.find(({ operators }) => operators !== undefined)?.operators;

export const confirmationsOf = ({ features }: WithFeatures): readonly Confirmation[] =>
  features.flatMap(({ confirmation }) => confirmation ?? []);

/** All mails that may be sent when a confirmation mail is requested. */
export function writtenOf(deps: WithFeatures): readonly Mail[] {
  const moved = undoOf(deps)?.movedMail;
  const written = confirmationsOf(deps).flatMap(({ mail, becomes = [] }) => [mail, ...becomes]);
  return moved === undefined ? written : [...written, moved];
}

/** Whether another account may still move back to this address. @public */
export async function isLeftByAnother(
  deps: WithFeatures,
  db: Db | Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  const move = await undoOf(deps)?.findMoveFrom(db, email, now);
  return move !== undefined && move.userId !== userId;
}
