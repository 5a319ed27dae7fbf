import { z } from 'zod';
import { answeredId, dataAnswer, time } from '#contract/answers.ts';
import { id } from '#contract/fields.ts';

/** The calls of the page “Your data”. All but the last need a session; the export also a proof (`PROOF_MISSING`). */

/** What one of us did to an account or with a message of its owner, in words. */
const doneByUs = z.object({
  id: answeredId,
  at: time,
  what: z.string(),
  /** Empty where no reason was asked for. */
  why: z.string(),
});
export type DoneByUs = z.infer<typeof doneByUs>;

/** Something that a person agreed to, and may take back or took back. */
const agreement = z.object({
  /** Of the account, the place on the launch list or the message. */
  id: answeredId,
  /** Its notice (`content/notices.ts`), or the name of a form that has none. */
  notice: z.string(),
  /** When it was given, or taken back. */
  at: time,
  /** Which words were shown; empty where it is not known that a notice was. */
  version: z.string(),
  isWithdrawn: z.boolean(),
});
export type Agreement = z.infer<typeof agreement>;

/** `GET /api/account/data` */
export const yourDataAnswer = dataAnswer(
  z.object({
    /** How many rows of each table are the person's, by its name in `content/data-register.ts`. */
    counts: z.record(z.string(), z.int()),
    /** The newest first, not all. */
    byUs: z.array(doneByUs).readonly(),
    /** Newest first; what was taken back comes last. */
    agreements: z.array(agreement).readonly(),
    /** The cookies that this browser sent, by their names in `content/browser-register.ts`. */
    cookies: z.array(z.string()).readonly(),
  }),
);
export type YourDataAnswer = z.infer<typeof yourDataAnswer>;

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
