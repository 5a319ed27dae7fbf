import { z } from 'zod';
import { answeredId } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { code, id } from '#contract/fields.ts';
import type { NewCodes } from '#contract/recovery-codes.ts';
import type {} from '#features/accounts/security-bodies.ts';

/**
 * The calls of the second step: a code of an authenticator app, or a recovery code, after a password, a provider or a
 * passkey that did not check who uses it. Refusals: SECOND_STEP_REFUSED for a code that does not count, and RATE_LIMITED.
 */

/**
 * `POST /api/account/second-step`: ends a sign-in that was answered with `secondStep`. Answers like the sign-in with a password;
 * refusal SECOND_STEP_ENDED.
 */
export const signInCodeBody = z.object({
  code,
  /** This browser is to need no code for 30 days. */
  trust: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN),
});

/**
 * `POST /api/account/second-step/begin`, with a proof of the last five minutes: a secret, which counts once it is
 * confirmed; the same again in the same session within the hour. Refusal SECOND_STEP_CHANGED where the second step is on.
 */
export const secondStepBegun = z.object({
  success: z.literal(true),
  /** Base32, for typing it into an app. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a QR code: the path of its dark squares, in a drawing of `size` by `size`. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type SecondStepBegun = z.infer<typeof secondStepBegun>;

/**
 * `POST /api/account/second-step/confirm`, with a proof: turns the second step on. Refusal SECOND_STEP_CHANGED. And
 * `POST /api/account/second-step/off`, with the code and, within the last five minutes, a proof or all of one but its code.
 */
export const codeBody = z.object({ code });

/**
 * `POST /api/account/second-step/recovery-codes`: new ones in place of the old. Like `off`; without a code, and with a proof, where the
 * account has a passkey and no second step. Refusal SECOND_STEP_CHANGED.
 */
export const recoveryCodesBody = z.object({ code: code.optional() });

export const recoveryCodesAnswer = z.object({
  success: z.literal(true),
  codes: z.array(z.string()).readonly(),
  set: answeredId,
}) satisfies z.ZodType<NewCodes>;
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>;

/**
 * `POST /api/account/second-step/codes-saved`: the owner has saved the codes of this set. Takes no proof: only who got the codes knows
 * the name of their set. Answers `AcceptedAnswer`, also where the set was replaced: the security page tells.
 */
export const codesSavedBody = z.object({ set: id });

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly hasSecondStep: boolean;
  }
}
