import { z } from 'zod';
import { answeredId } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { code, id } from '#contract/fields.ts';
import type { NewCodes } from '#contract/recovery-codes.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * Bodies and answers of the second step: a code of an authenticator app, or a recovery code, after a password, a
 * provider, or a passkey without user verification. Refusals: SECOND_STEP_REFUSED for a wrong or used code, and
 * RATE_LIMITED.
 */

/**
 * `POST /api/account/second-step`: completes a sign-in that was answered with `secondStep`. The answer is that of a
 * sign-in with a password; refusal SECOND_STEP_ENDED.
 */
export const signInCodeBody = z.object({
  code,
  /** Whether to remember this browser, so that it needs no code for 30 days. */
  trust: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN),
});

/**
 * `POST /api/account/second-step/begin`, with a proof of identity from the last five minutes: returns a secret, which
 * counts once it is confirmed. Within an hour the same session gets the same secret. Refusal SECOND_STEP_CHANGED if the
 * second step is on.
 */
export const secondStepBegun = z.object({
  success: z.literal(true),
  /** The secret in Base32, to be typed into an app. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a QR code: the SVG path of its dark squares, in a `size` by `size` drawing. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type SecondStepBegun = z.infer<typeof secondStepBegun>;

/**
 * `POST /api/account/second-step/confirm`, with a proof of identity: turns the second step on. Refusal
 * SECOND_STEP_CHANGED.
 *
 * `POST /api/account/second-step/off`, with a code and a proof of identity from the last five minutes; for that proof
 * the first step, such as the password, is enough.
 */
export const codeBody = z.object({ code });

/**
 * `POST /api/account/second-step/recovery-codes`: replaces the recovery codes. Needs a code and a proof, like `off`; an
 * account with a passkey and no app needs a proof and no code. Refusal SECOND_STEP_CHANGED.
 */
export const recoveryCodesBody = z.object({ code: code.optional() });

export const recoveryCodesAnswer = z.object({
  success: z.literal(true),
  codes: z.array(z.string()).readonly(),
  set: answeredId,
}) satisfies z.ZodType<NewCodes>;
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>;

/**
 * `POST /api/account/second-step/codes-saved`: records that the owner saved this set of codes. Needs no proof, because
 * only the receiver of the codes knows the id of their set. Answers `AcceptedAnswer`, even for a set that was replaced;
 * the security page shows the real state.
 */
export const codesSavedBody = z.object({ set: id });

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly hasSecondStep: boolean;
  }
}
