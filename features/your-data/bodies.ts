import { z } from 'zod';
import { acceptedWith, answeredId, dataAnswer, time } from '#contract/answers.ts';
import { email, id } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

const doneByUs = z.object({
  id: answeredId,
  at: time,
  what: z.string(),
  /** Empty if no reason was given. */
  why: z.string(),
});
export type DoneByUs = z.infer<typeof doneByUs>;

const agreement = z.object({
  /** Of the account, the place on the launch list, or the message. */
  id: answeredId,
  /** From `content/notices.ts`, or of a form without a notice. */
  notice: z.string(),
  /** Given or withdrawn. */
  at: time,
  /** Empty if unknown. */
  version: z.string(),
  isWithdrawn: z.boolean(),
});
export type Agreement = z.infer<typeof agreement>;

export const yourDataAnswer = dataAnswer(
  z.object({
    /** By the table's name in `content/data-register.ts`. */
    counts: z.record(z.string(), z.int()),
    byUs: z.array(doneByUs).readonly(),
    /** Newest first; withdrawn ones last. */
    agreements: z.array(agreement).readonly(),
    /** By their names in `content/browser-register.ts`. */
    cookies: z.array(z.string()).readonly(),
  }),
);
export type YourDataAnswer = z.infer<typeof yourDataAnswer>;

/** `id`: of an `Agreement`. The answer is the same if it is already gone. */
export const withdrawBody = z.object({ id });

/** A filled `_gotcha` marks a robot: nothing is mailed. */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: the next step for the visitor. */
export const rightsAnswer = acceptedWith({ title: z.string() });
