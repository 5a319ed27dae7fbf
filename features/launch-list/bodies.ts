import { z } from 'zod';
import { acceptedWith, dataAnswer } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { shownNotice } from '#contract/notices.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/launch-list`, as JSON or as a form. Answers the same for every address, but the one of the
 * session's account: it needs no confirming. `_gotcha` is filled in by robots only: then nothing is kept. `_notice`: the version
 * that was shown.
 */
export const launchListBody = z.object({ email, _gotcha: z.string().optional(), _notice: shownNotice });

/**
 * The query of the mailed links, which are also what is posted to: `/launch-list/confirm` (refusal LINK_NOT_VALID) and
 * `/launch-list/leave`. A body is not looked at, so that a mail provider's own POST works (RFC 8058).
 */
export const launchListQuery = z.object({ token: wholeLinkToken });

/** `message` says what to do next, or what came of it. */
export const launchListAnswer = acceptedWith({
  title: z.string(),
  /** The address was put on the list at once. */
  isConfirmed: z.literal(true).optional(),
});
export type LaunchListAnswer = z.infer<typeof launchListAnswer>;

/** `GET /api/launch-list/place`, for the page of who is signed in: what it says of their address, or null where that is not on the list, or nobody is. */
export const launchListPlace = dataAnswer(z.object({ title: z.string(), message: z.string() }).nullable());
export type LaunchListPlace = z.infer<typeof launchListPlace>;
