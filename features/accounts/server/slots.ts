import type { Mail } from '#content/mails.ts';
import type { SecurityData } from '#features/accounts/security-bodies.ts';
import type { AuditAction } from '#server/audit/action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import type { CookieNames } from '#server/http/cookies.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Factor } from './factors.ts';
import type { Evidence, Session, UsedWay } from './sign-in-types.ts';

declare module '#server/feature.ts' {
  /** What accounts ask of other features. A feature that is not there is not asked. */
  interface Feature {
    readonly factors?: readonly Factor[];
    readonly secondStep?: SecondStep;
    readonly undo?: Undo;
    readonly operators?: Operators;
    readonly confirmation?: Confirmation;
    /** The other ways to sign in that it has under these settings, as people call them. */
    readonly signInNames?: (settings: Settings) => readonly string[];
    /** The id of the session that a bearer token is for. */
    readonly sessionOfToken?: (deps: Deps, token: string) => Promise<string | undefined>;
    /** The address that a mailed link of this feature is for; undefined when it is none, or no longer works. */
    readonly addressOfLink?: (deps: Deps, token: string) => Promise<string | undefined>;
    /**
     * Deletes what belongs to a person, whose account is deleted next; what goes with the account's row may stay. Answers what is
     * recorded, by the id under which a restore deletes it again.
     */
    readonly deletePerson?: (
      deps: Pick<Deps, 'features'>,
      tx: Tx,
      person: { readonly id: string; readonly email: string },
    ) => Promise<readonly DeletedRow[]>;
    /** Ends what a first step asked for in an account that a passkey or an app guards from now on. */
    readonly guardBegins?: (tx: Tx, userId: string) => Promise<void>;
    /** Erases what is kept under an address that no account has, for who reads its mailbox. */
    readonly eraseAddress?: {
      /** How many of what, for the page that tells it: `Messages: {count}` */
      readonly counted: string;
      readonly act: (tx: Tx, email: string) => Promise<readonly DeletedRow[]>;
    };
    /** What a person agreed to, and how each is withdrawn. */
    readonly agreements?: Agreements;
    /** Which of its tables has the token of a cookie of ours, by the name of the cookie. */
    readonly cookieTokens?: Readonly<Partial<Record<keyof CookieNames, string>>>;
    /** Its part of what the security page shows. */
    readonly securityData?: (deps: Deps, session: Session) => Promise<Partial<SecurityData>>;
  }
}

export type DeletedRow = { readonly action: AuditAction; readonly id: string };

type Agreements = {
  readonly find: (db: Db, email: string) => Promise<readonly AgreedTo[]>;
  /** Takes back one of them, in the transaction that records it. Undefined when it is none of theirs. */
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
  /** Of the notice that was seen. */
  readonly version: string | null;
};

/** A sign-in that needs a code: the token for the cookie, which is stored nowhere, and how long it waits. */
export type BegunSignIn = { readonly step: string; readonly ms: number };

/** A code that is asked for after a first step. */
export type SecondStep = {
  /** @param trusted the cookie of a browser that may be remembered for this account */
  readonly isNeeded: (
    deps: Pick<Deps, 'clock'>,
    db: Db | Tx,
    account: { readonly userId: string; readonly trusted?: string | undefined },
  ) => Promise<boolean>;
  /** Keeps what was proved until the code comes. Throws `ConflictError` when it no longer holds. */
  readonly begin: (
    deps: Deps,
    person: { readonly userId: string; readonly proof: Evidence; readonly remember: boolean },
  ) => Promise<BegunSignIn>;
  /** Whether a typed code is one of the app. Others are recovery codes. */
  readonly isAppCode: (code: string) => boolean;
  /** Uses such a code up, with the account's row locked. False for one that is wrong or was used. */
  readonly spendAppCode: (deps: Deps, tx: Tx, userId: string, code: string) => Promise<boolean>;
};

export type NewChange = {
  readonly userId: string;
  readonly kind: 'device' | 'password' | 'passkeys' | 'providers' | 'second-step' | 'address' | 'recovery';
  /** Which of that kind, by its name in `CHANGES_TOLD`. */
  readonly detail: string;
  /** The id of the session it is done from; without one, what the browser says of itself. */
  readonly session?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly used?: UsedWay | undefined;
  /** One of us does it, in no browser of the owner. */
  readonly isByUs?: true;
  /** What happens beyond a day's number of the same: without this, it is refused. `told` is for what another limit bounds. */
  readonly beyondADay?: 'told' | 'untold';
};

/** `userId`: the sign-up or account that it was asked for. */
export type ConfirmationRequest = { readonly id: string; readonly userId: string; readonly email: string };

/** A mail to an address that its asker has not shown yet to hold. All of them take turns at one address, and count together. */
export type Confirmation = {
  /** The one that is requested. */
  readonly mail: Mail;
  /** The others that it may be written as. */
  readonly becomes?: readonly Mail[];
  /** Writes it when its turn has come, or deletes the request. Only here is the address looked up. */
  readonly write: (deps: Deps, tx: Tx, request: ConfirmationRequest, now: Date) => Promise<void>;
};

/** A change of address that its link can still undo. */
export type Move = { readonly id: string; readonly userId: string; readonly tokenHash: string };

/** Changes to how an account is signed in to: they are told to its owner, who can contest and undo them. */
export type Undo = {
  /**
   * Notes what is about to change, and mails the owner how to stop it. To be called in the transaction that changes it, with the
   * account's row locked, before anything changes. Refuses with RATE_LIMITED beyond a day's number, unless `beyondADay` says otherwise.
   *
   * @returns whether the owner was mailed
   */
  readonly note: (deps: Deps, tx: Tx, change: NewChange) => Promise<boolean>;
  /** Whether a change is contested, so that nobody can sign in with what it brought. */
  readonly isFrozen: (db: Db | Tx, userId: string) => Promise<boolean>;
  /** Since when, for an operator; undefined where it is not. */
  readonly frozenSince: (db: Db | Tx, userId: string) => Promise<string | undefined>;
  /** The same for one way to sign in: one that was there before every contested change still opens the account. */
  readonly isFrozenFor: (
    deps: Pick<Deps, 'features'>,
    tx: Tx,
    userId: string,
    used: UsedWay & { readonly isTwoSteps: boolean },
  ) => Promise<boolean>;
  /** Whether a mailbox is enough to open a frozen account again. */
  readonly mayReset: (deps: Pick<Deps, 'features'>, tx: Tx, userId: string) => Promise<boolean>;
  /** Takes back all that is contested, for a new password by mail. */
  readonly takeBack: (deps: Deps, tx: Tx, userId: string) => Promise<void>;
  /** Ends the freeze: what was contested is kept. Answers whether there was one. */
  readonly keep: (tx: Tx, userId: string, now: Date) => Promise<boolean>;
  /** Whether the account was guarded before the first contested change; undefined where none is contested. */
  readonly wasGuarded: (
    deps: Pick<Deps, 'features'>,
    db: Db | Tx,
    userId: string,
  ) => Promise<boolean | undefined>;
  /**
   * The change by which an account left this address, while its link can undo it. No second account opens there until then: the change
   * could not be undone any more.
   */
  readonly findMoveFrom: (db: Db | Tx, email: string, now: Date) => Promise<Move | undefined>;
  /** The token of the link that was mailed about it. */
  readonly mailedToken: (tx: Tx, keyring: Deps['keyring'], move: Move) => Promise<string>;
  /** Is written to who signs up with such an address. */
  readonly movedMail: Mail & { readonly values: Readonly<Record<'link' | 'signInLink', 'link'>> };
};

/** What an operator, `author`, answered to a message. */
export type AnswerNote = { readonly submissionId: string; readonly author: string; readonly text: string };

/** Accounts that may use the operators' console. */
export type Operators = {
  /** Paths of the console: one message, and the quarantine. */
  readonly messagePath: (id: string) => string;
  readonly quarantinePath: string;
  /** Keeps a note of what an operator answered to a message. */
  readonly noteAnswer: (deps: Pick<Deps, 'newId' | 'clock'>, tx: Tx, note: AnswerNote) => Promise<void>;
  /** Whether there is such a note with the same text. */
  readonly wasAnswered: (tx: Tx, note: AnswerNote, since: Date) => Promise<boolean>;
  /** Refuses what would leave the console without an owner. */
  readonly refuseLastOwner: (deps: Pick<Deps, 'features'>, tx: Tx, userId: string) => Promise<void>;
  readonly hasRole: (tx: Tx, userId: string) => Promise<boolean>;
  /** Uses up that the session came by an invitation: the first factor that it enrols opens the console at once. */
  readonly takeInvitation: (tx: Tx, session: Session) => Promise<boolean>;
  /** Answers what is recorded of it; undefined where the account had no role. */
  readonly removeRole: (tx: Tx, userId: string) => Promise<AuditAction | undefined>;
  /** Mails the owners what one of us deleted. */
  readonly tellOfDeletion: (
    deps: Pick<Deps, 'clock' | 'newId' | 'origin' | 'mails'>,
    tx: Tx,
    deleted: { readonly what: string; readonly reason: string },
  ) => Promise<void>;
  /** Mails the owners what changed at an operator's account: who takes that over, has the console. */
  readonly tellOfChange: (
    deps: Pick<Deps, 'clock' | 'newId' | 'origin' | 'mails'>,
    tx: Tx,
    change: { readonly userId: string; readonly what: string },
  ) => Promise<void>;
};

type WithFeatures = Pick<Deps, 'features'>;

export const secondStepOf = ({ features }: WithFeatures) =>
  features.find(({ secondStep }) => secondStep !== undefined)?.secondStep;
export const undoOf = ({ features }: WithFeatures) => features.find(({ undo }) => undo !== undefined)?.undo;
export const operatorsOf = ({ features }: WithFeatures) =>
  features.find(({ operators }) => operators !== undefined)?.operators;

export const confirmationsOf = ({ features }: WithFeatures): readonly Confirmation[] =>
  features.flatMap(({ confirmation }) => confirmation ?? []);
export const requestedOf = (confirmations: readonly Confirmation[]) => confirmations.map(({ mail }) => mail);

/** All that confirmations are written as. */
export function writtenOf(deps: WithFeatures): readonly Mail[] {
  const moved = undoOf(deps)?.movedMail;
  const written = confirmationsOf(deps).flatMap(({ mail, becomes = [] }) => [mail, ...becomes]);
  return moved === undefined ? written : [...written, moved];
}

/** Whether another account may still be moved back to the address. An account may go back to the one that it left. @public */
export async function isLeftByAnother(
  deps: WithFeatures,
  db: Db | Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  const move = await undoOf(deps)?.findMoveFrom(db, email, now);
  return move !== undefined && move.userId !== userId;
}
