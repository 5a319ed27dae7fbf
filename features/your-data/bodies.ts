import { z } from 'zod';
import { acceptedWith, answeredId, dataAnswer, time } from '#contract/answers.ts';
import { email, id, trap } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

const doneByUs = z.object({
  id: answeredId,
  at: time,
  what: z.string(),
  /** The operator's reason; empty if none was given. */
  why: z.string(),
});
export type DoneByUs = z.infer<typeof doneByUs>;

const agreement = z.object({
  /** The id of the account, the entry in the launch list, or the message that the agreement belongs to. */
  id: answeredId,
  /** A name in `content/notices.ts`, or the name of a form without a notice. */
  notice: z.string(),
  /** When the agreement was given or withdrawn. */
  at: time,
  /** The version of the notice; empty if unknown. */
  version: z.string(),
  isWithdrawn: z.boolean(),
});
export type Agreement = z.infer<typeof agreement>;

export const yourDataAnswer = dataAnswer(
  z.object({
    /** The number of the person's rows in each table. The keys are names of tables in `content/data-register.ts`. */
    counts: z.record(z.string(), z.int()),
    byUs: z.array(doneByUs).readonly(),
    /** Withdrawn agreements come last, the others newest first. */
    agreements: z.array(agreement).readonly(),
    /** The cookies that the browser sent, by their names in `content/browser-register.ts`. */
    cookies: z.array(z.string()).readonly(),
  }),
);
export type YourDataAnswer = z.infer<typeof yourDataAnswer>;

/** Withdraws the agreement with this `id`. The answer is the same if the agreement is already gone. */
export const withdrawBody = z.object({ id });

/** A filled `_gotcha` marks a robot: nothing is mailed. */
export const rightsBody = z.object({ email, _gotcha: trap });

export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: the next step for the visitor. */
export const rightsAnswer = acceptedWith({ title: z.string() });
