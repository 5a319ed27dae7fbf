import { z } from 'zod';
import { id } from '#contract/fields.ts';

/** The calls of the page “Your data”. All but the last need a session; the export also a proof (`PROOF_MISSING`). */

/** `GET /api/account/data` */
export type YourDataAnswer = {
  readonly success: true;
  readonly data: {
    /** How many rows of each table are the person's, by its name in `content/data-register.ts`. */
    readonly counts: Readonly<Record<string, number>>;
    /** The newest first, not all. */
    readonly byUs: readonly DoneByUs[];
    /** Newest first; what was taken back comes last. */
    readonly agreements: readonly Agreement[];
    /** The cookies that this browser sent, by their names in `content/browser-register.ts`. */
    readonly cookies: readonly string[];
  };
};

/** What one of us did to an account or with a message of its owner, in words. */
export type DoneByUs = {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  /** Empty where no reason was asked for. */
  readonly why: string;
};

/** Something that a person agreed to, and may take back or took back. */
export type Agreement = {
  /** Of the account, the place on the launch list or the message. */
  readonly id: string;
  /** Its notice (`content/notices.ts`), or the name of a form that has none. */
  readonly notice: string;
  /** ISO 8601, UTC: when it was given, or taken back. */
  readonly at: string;
  /** Which words were shown; empty where it is not known that a notice was. */
  readonly version: string;
  readonly isWithdrawn: boolean;
};

/**
 * `POST /api/account/withdraw`, with a fresh proof where the account is guarded: leaves the launch list or erases a message, by the `id` of an `Agreement`. Answers the same
 * for what is gone already. An account is deleted as before (`features/accounts/bodies.ts`).
 */
export const withdrawBody = z.object({ id });

/**
 * `POST /api/account/export`: a zip. Takes a form without fields too, and then says refusals as a page.
 *
 * `POST /api/account/forget-browser`: ends what the cookies of this browser stand for, and clears them.
 */
