import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/rights`, as JSON or as a form. Answers the same for every address. A filled `_gotcha` marks a robot: nothing is
 * mailed.
 */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

/**
 * The query of `GET /your-data/link` (the mailed link), `POST /api/rights/export` (a zip) and `POST /api/rights/erase`. Refusals:
 * LINK_NOT_VALID; for the last two also NOT_BY_MAILBOX, if the address has an account that a mailbox does not open.
 */
export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: what to do next. */
export const rightsAnswer = acceptedWith({ title: z.string() });
