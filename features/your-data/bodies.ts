import { z } from 'zod';
import { answeredId, dataAnswer, time } from '#contract/answers.ts';
import { id } from '#contract/fields.ts';

/** The calls of the page “Your data”. All but the last need a session; the export also a proof (`PROOF_MISSING`). */

/** What an operator did to the account or with a message of its owner, in words. */
const doneByUs = z.object({
  id: answeredId,
  at: time,
  what: z.string(),
  /** Empty without a reason. */
  why: z.string(),
});
export type DoneByUs = z.infer<typeof doneByUs>;

/** An agreement, which may be withdrawn or was. */
const agreement = z.object({
  /** The id of the account, the place on the launch list, or the message. */
  id: answeredId,
  /** Its notice (`content/notices.ts`), or the name of a form without a notice. */
  notice: z.string(),
  /** When it was given or withdrawn. */
  at: time,
  /** The version of the notice; empty if unknown. */
  version: z.string(),
  isWithdrawn: z.boolean(),
});
export type Agreement = z.infer<typeof agreement>;

/** `GET /api/account/data` */
export const yourDataAnswer = dataAnswer(
  z.object({
    /** The person's rows in each table, by the table's name in `content/data-register.ts`. */
    counts: z.record(z.string(), z.int()),
    /** Newest first, not all. */
    byUs: z.array(doneByUs).readonly(),
    /** Newest first; withdrawn ones come last. */
    agreements: z.array(agreement).readonly(),
    /** The browser's cookies, by their names in `content/browser-register.ts`. */
    cookies: z.array(z.string()).readonly(),
  }),
);
export type YourDataAnswer = z.infer<typeof yourDataAnswer>;

/**
 * `POST /api/account/withdraw`, with a fresh proof if the account is guarded: leaves the launch list or erases a message, by the
 * `id` of an `Agreement`. Answers the same if it is already gone. Accounts are deleted elsewhere (`features/accounts/bodies.ts`).
 */
export const withdrawBody = z.object({ id });

/**
 * `POST /api/account/export`: a zip. Also accepts a form without fields, and then answers refusals as a page.
 *
 * `POST /api/account/forget-browser`: ends what this browser's cookies open, and clears them.
 */
