import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/** A filled `_gotcha` marks a robot: nothing is mailed. */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: the next step, for the visitor. */
export const rightsAnswer = acceptedWith({ title: z.string() });
