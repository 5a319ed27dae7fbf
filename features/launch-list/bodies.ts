import { z } from 'zod';
import { acceptedWith, dataAnswer } from '#contract/answers.ts';
import { email } from '#contract/fields.ts';
import { shownNotice } from '#contract/notices.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/launch-list`, as JSON or as a form. Answers the same for every address, except the signed-in person's own, which needs
 * no confirmation. A filled `_gotcha` marks a robot: nothing is stored. `_notice`: the version that was shown.
 */
export const launchListBody = z.object({ email, _gotcha: z.string().optional(), _notice: shownNotice });

/**
 * The query of the mailed links, to which their pages also post: `/launch-list/confirm` (refusal LINK_NOT_VALID) and
 * `/launch-list/leave`. The body is ignored, so that a mail provider's own POST works (RFC 8058).
 */
export const launchListQuery = z.object({ token: wholeLinkToken });

/** `message`: what to do next, or the result. */
export const launchListAnswer = acceptedWith({
  title: z.string(),
  /** The address was confirmed at once. */
  isConfirmed: z.literal(true).optional(),
});
export type LaunchListAnswer = z.infer<typeof launchListAnswer>;

/**
 * `GET /api/launch-list/place`: text about the signed-in person's place on the list; null if nobody is signed in or the address is
 * not on it.
 */
export const launchListPlace = dataAnswer(z.object({ title: z.string(), message: z.string() }).nullable());
export type LaunchListPlace = z.infer<typeof launchListPlace>;
