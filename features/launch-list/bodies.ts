import { z } from 'zod';
import { acceptedWith, dataAnswer } from '#contract/answers.ts';
import { email, shownNotice, trap } from '#contract/fields.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';

/**
 * `POST /api/launch-list`, as JSON or as a form. The answer is the same for every address, with two exceptions. The signed-in
 * person's own address needs no confirmation. An address that looks mistyped is refused unless `sure` repeats it. A filled
 * `_gotcha` marks a robot: nothing is stored.
 */
export const launchListBody = z.object({
  email,
  sure: z.string().optional(),
  _gotcha: trap,
  _notice: shownNotice,
});

/**
 * Query of the mailed links, whose pages post to the same URL. The body is ignored, so that the one-click unsubscribe of mail
 * providers works (RFC 8058).
 */
export const launchListQuery = z.object({ token: wholeLinkToken });

/** `message`: the result or the next step, for the visitor. */
export const launchListAnswer = acceptedWith({
  title: z.string(),
  /** Present if the address is the signed-in person's own, which needs no confirmation. */
  isConfirmed: z.literal(true).optional(),
});
export type LaunchListAnswer = z.infer<typeof launchListAnswer>;

/** `GET /api/launch-list/place`. Null if nobody is signed in or the address is not on the list. */
export const launchListPlace = dataAnswer(z.object({ title: z.string(), message: z.string() }).nullable());
export type LaunchListPlace = z.infer<typeof launchListPlace>;
