import { z } from 'zod';
import { acceptedWith, answeredId, dataAnswer, time } from '#contract/answers.ts';
import { email, id } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/** An operator's action on the account or on a message of its owner, in words. */
const doneByUs = z.object({
  id: answeredId,
  at: time,
  what: z.string(),
  /** Empty if no reason was given. */
  why: z.string(),
});
export type DoneByUs = z.infer<typeof doneByUs>;

/** An agreement of the person, which may have been withdrawn. */
const agreement = z.object({
  /** The id of the account, of the place on the launch list, or of the message. */
  id: answeredId,
  /** The name of the notice (`content/notices.ts`), or of a form without a notice. */
  notice: z.string(),
  /** When the agreement was given or withdrawn. */
  at: time,
  /** The version of the notice that was shown; empty if unknown. */
  version: z.string(),
  isWithdrawn: z.boolean(),
});
export type Agreement = z.infer<typeof agreement>;

export const yourDataAnswer = dataAnswer(
  z.object({
    /** The number of the person's rows in each table, by the table's name in `content/data-register.ts`. */
    counts: z.record(z.string(), z.int()),
    /** The newest actions of operators, newest first. */
    byUs: z.array(doneByUs).readonly(),
    /** Newest first; withdrawn agreements come last. */
    agreements: z.array(agreement).readonly(),
    /** The cookies that the browser sent, by their names in `content/browser-register.ts`. */
    cookies: z.array(z.string()).readonly(),
  }),
);
export type YourDataAnswer = z.infer<typeof yourDataAnswer>;

/** `id`: of an `Agreement`. The answer is the same if that is already gone. */
export const withdrawBody = z.object({ id });

/** A filled `_gotcha` marks a robot: nothing is mailed. */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: the next step, for the visitor. */
export const rightsAnswer = acceptedWith({ title: z.string() });
