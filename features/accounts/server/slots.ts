import type { Mail } from '#content/mails.ts';
import type { SecurityData } from '#features/accounts/security-bodies.ts';
import type { AuditAction } from '#server/audit/action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import type { CookieNames } from '#server/http/cookies.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Factor } from './factors.ts';
import type { Evidence, Session, UsedWay } from './sign-in-types.ts';

declare module '#server/feature.ts' {
  /** What accounts need from other features, if present. */
  interface Feature {
    readonly factors?: readonly Factor[];
    readonly secondStep?: SecondStep;
    readonly undo?: Undo;
    readonly operators?: Operators;
    readonly confirmation?: Confirmation;
    /** Names of its sign-in methods under these settings, as people call them. */
    readonly signInNames?: (settings: Settings) => readonly string[];
    /** The id of the session that a bearer token is for. */
    readonly sessionOfToken?: (deps: Deps, token: string) => Promise<string | undefined>;
    /** The address of a link that this feature mailed; undefined for other links and ended ones. */
    readonly addressOfLink?: (deps: Deps, token: string) => Promise<string | undefined>;
    /**
     * Deletes the person's rows before the account's row, except those that are deleted with it. Returns what is recorded, with the
     * ids that a restore deletes again.
     */
    readonly deletePerson?: (
      deps: WithFeatures,
      tx: Tx,
      person: { readonly id: string; readonly email: string },
    ) => Promise<readonly DeletedRow[]>;
    /** Ends pending requests that a first step allowed, because a passkey or an app now guards the account. */
    readonly onGuardAdded?: (tx: Tx, userId: string) => Promise<void>;
    /** Erases what is stored under an address without an account, when the owner of the mailbox asks. */
    readonly eraseAddress?: {
      /** For the page that tells what was erased, such as `Messages: {count}`. */
      readonly counted: string;
      readonly act: (tx: Tx, email: string) => Promise<readonly DeletedRow[]>;
    };
    readonly agreements?: Agreements;
    /** The table with the token of each of its cookies. */
    readonly cookieTokens?: Readonly<Partial<Record<keyof CookieNames, string>>>;
    /** Its fields on the security page. */
    readonly securityData?: (deps: Deps, session: Session) => Promise<Partial<SecurityData>>;
  }
}

export type DeletedRow = { readonly action: AuditAction; readonly id: string };

type Agreements = {
  readonly find: (db: Db, email: string) => Promise<readonly AgreedTo[]>;
  /** Withdraws one of them, in the transaction that records it. Undefined when it is not the person's. */
  readonly withdraw: (
    tx: Tx,
    email: string,
    id: string,
  ) => Promise<
    | ({ readonly notice: string; readonly version: string | undefined } & Pick<DeletedRow, 'action'>)
    | undefined
  >;
};

type AgreedTo = {
  readonly id: string;
  readonly at: string;
  readonly notice: string;
  /** The version of the notice that was seen. */
  readonly version: string | null;
};

/** A sign-in that needs a code. `step`: the token for the cookie. `ms`: how long it is valid. */
export type BegunSignIn = { readonly step: string; readonly ms: number };

/** A code that a sign-in needs after its first step. */
export type SecondStep = {
  /** @param trusted the cookie of a browser that may be trusted for this account */
  readonly isNeeded: (
    deps: Pick<Deps, 'clock'>,
    db: Db | Tx,
    account: { readonly userId: string; readonly trusted?: string | undefined },
  ) => Promise<boolean>;
  /** Stores the first step until the code arrives. Throws `ConflictError` when it is no longer valid. */
  readonly begin: (
    deps: Deps,
    person: { readonly userId: string; readonly proof: Evidence; readonly remember: boolean },
  ) => Promise<BegunSignIn>;
  /** False for recovery codes. */
  readonly isAppCode: (code: string) => boolean;
  /** Uses a code of the app, with the account's row locked. False for a code that is wrong or was used. */
  readonly spendAppCode: (deps: Deps, tx: Tx, userId: string, code: string) => Promise<boolean>;
};

export type NewChange = {
  readonly userId: string;
  readonly kind: 'device' | 'password' | 'passkeys' | 'providers' | 'second-step' | 'address' | 'recovery';
  /** Which of that kind, by its name in `CHANGES_TOLD`. */
  readonly detail: string;
  /** The session that makes the change. Without one, the browser is named by `userAgent`. */
  readonly session?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly used?: UsedWay | undefined;
  /** An operator makes the change, in no browser of the owner. */
  readonly isByOperator?: true;
  /**
   * Beyond the daily limit of the same change: refused unless this is set. `mail`: still mailed, because another limit applies.
   * `no-mail`: done without a mail.
   */
  readonly overDailyLimit?: 'mail' | 'no-mail';
};

/** `userId`: the sign-up or account that requested it. */
export type ConfirmationRequest = { readonly id: string; readonly userId: string; readonly email: string };

/** A mail to an address that the requester has not proved yet. All kinds share the turns and limits of an address. */
export type Confirmation = {
  /** The mail that is requested. */
  readonly mail: Mail;
  /** Other mails that may be written instead. */
  readonly becomes?: readonly Mail[];
  /** Writes the mail when its turn has come, or deletes the request. Only here is the address looked up. */
  readonly write: (deps: Deps, tx: Tx, request: ConfirmationRequest, now: Date) => Promise<void>;
};

/** A change of address that can still be undone. */
export type Move = { readonly id: string; readonly userId: string; readonly tokenHash: string };

/** Undoing changes to sign-in methods: the owner is told of each, and can contest and undo it. */
export type Undo = {
  /**
   * Records a change and mails the owner how to stop it. Call it in the transaction of the change, with the account's row locked,
   * before anything changes. Refuses with RATE_LIMITED beyond the daily limit, unless `overDailyLimit` is set.
   *
   * @returns whether the owner was mailed
   */
  readonly note: (deps: Deps, tx: Tx, change: NewChange) => Promise<boolean>;
  /** Whether a change is contested, so that the sign-in methods it added do not work. */
  readonly isFrozen: (db: Db | Tx, userId: string) => Promise<boolean>;
  /** When the freeze began; undefined if the account is not frozen. */
  readonly frozenSince: (db: Db | Tx, userId: string) => Promise<string | undefined>;
  /** Whether the freeze blocks this sign-in method. Methods from before all contested changes still work. */
  readonly isFrozenFor: (
    deps: WithFeatures,
    tx: Tx,
    userId: string,
    used: UsedWay & { readonly isTwoSteps: boolean },
  ) => Promise<boolean>;
  /** Whether a reset by mail may open the frozen account. */
  readonly mayReset: (deps: WithFeatures, tx: Tx, userId: string) => Promise<boolean>;
  /** Undoes all contested changes, for a reset by mail. */
  readonly takeBack: (deps: Deps, tx: Tx, userId: string) => Promise<void>;
  /** Ends the freeze and keeps the contested changes. False if the account was not frozen. */
  readonly keep: (tx: Tx, userId: string, now: Date) => Promise<boolean>;
  /** Whether the account was guarded before the first contested change; undefined without one. */
  readonly wasGuarded: (deps: WithFeatures, db: Db | Tx, userId: string) => Promise<boolean | undefined>;
  /**
   * The change that moved an account away from this address, while it can be undone. Until then no other account may take the
   * address, or undoing would be impossible.
   */
  readonly findMoveFrom: (db: Db | Tx, email: string, now: Date) => Promise<Move | undefined>;
  /** The token of the link that was mailed about the move. */
  readonly mailedToken: (tx: Tx, keyring: Deps['keyring'], move: Move) => Promise<string>;
  /** The mail to somebody who signs up with such an address. */
  readonly movedMail: Mail & { readonly values: Readonly<Record<'link' | 'signInLink', 'link'>> };
};

/** An operator's answer to a message. */
export type AnswerNote = { readonly submissionId: string; readonly author: string; readonly text: string };

/** Accounts with a role in the operators' console. */
export type Operators = {
  readonly messagePath: (id: string) => string;
  readonly quarantinePath: string;
  /** Stores the answer as a note on the message. */
  readonly noteAnswer: (deps: Pick<Deps, 'newId' | 'clock'>, tx: Tx, note: AnswerNote) => Promise<void>;
  /** Whether a note with the same text exists since then. */
  readonly wasAnswered: (tx: Tx, note: AnswerNote, since: Date) => Promise<boolean>;
  /** Refuses if the console would have no owner left. */
  readonly refuseLastOwner: (deps: WithFeatures, tx: Tx, userId: string) => Promise<void>;
  readonly hasRole: (tx: Tx, userId: string) => Promise<boolean>;
  /** Uses the session's invitation, if any: the first factor that the session enrols opens the console at once. */
  readonly takeInvitation: (tx: Tx, session: Session) => Promise<boolean>;
  /** Returns the action to record; undefined if the account had no role. */
  readonly removeRole: (tx: Tx, userId: string) => Promise<AuditAction | undefined>;
  /** Mails the owners what an operator deleted. */
  readonly tellOfDeletion: (
    deps: Pick<Deps, 'clock' | 'newId' | 'origin' | 'mails'>,
    tx: Tx,
    deleted: { readonly what: string; readonly reason: string },
  ) => Promise<void>;
  /** Mails the owners of a change to an operator's account, because a takeover of it would open the console. */
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
export const requestedOf = (confirmations: readonly Confirmation[]) => confirmations.map(({ mail }) => mail);

/** All mails that confirmations may be written as. */
export function writtenOf(deps: WithFeatures): readonly Mail[] {
  const moved = undoOf(deps)?.movedMail;
  const written = confirmationsOf(deps).flatMap(({ mail, becomes = [] }) => [mail, ...becomes]);
  return moved === undefined ? written : [...written, moved];
}

/** Whether another account may still move back to the address. The account's own former address does not count. @public */
export async function isLeftByAnother(
  deps: WithFeatures,
  db: Db | Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  const move = await undoOf(deps)?.findMoveFrom(db, email, now);
  return move !== undefined && move.userId !== userId;
}
