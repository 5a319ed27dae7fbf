import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/rights`, as JSON or as a form: mails a link to the data of an address. The answer is the same for every
 * address. A filled `_gotcha` marks a robot: nothing is mailed.
 */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

/**
 * Query of `GET /your-data/link` (the mailed link), `POST /api/rights/export` (a zip) and `POST /api/rights/erase`.
 * Refusals: LINK_NOT_VALID; for the two POST requests also NOT_BY_MAILBOX, if access to the mailbox alone does not open
 * the account of the address.
 */
export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message`: the next step, for the visitor. */
export const rightsAnswer = acceptedWith({ title: z.string() });
