import { z } from 'zod';
import { acceptedWith } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/rights`, as JSON or as a form. Answers the same for every address. `_gotcha` is filled in by robots only:
 * then nothing is mailed.
 */
export const rightsBody = z.object({ email, _gotcha: z.string().optional() });

/**
 * The query of the mailed link `GET /your-data/link`, of `POST /api/rights/export` (a zip) and of `POST /api/rights/erase`.
 * Refusals: LINK_NOT_VALID, and NOT_BY_MAILBOX for the last two where the address has an account that a mailbox does not open.
 */
export const rightsQuery = z.object({ token: wholeLinkToken });

/** `message` says what to do next. */
export const rightsAnswer = acceptedWith({ title: z.string() });
