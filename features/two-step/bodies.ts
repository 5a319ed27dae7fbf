import { z } from 'zod';
import { answeredId } from '#contract/answers.ts';
import type { NewCodes } from '#contract/code.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { code, id } from '#contract/fields.ts';
import { sessionAnswer } from '#features/accounts/bodies.ts';
import type {} from '#features/accounts/security-bodies.ts';

export const signInCodeBody = z.object({
  code,
  /** If true, this browser needs no code for `TRUSTED_DAYS`. */
  trust: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN),
});

/** `recoveryCodesLeft` is present if a recovery code was used. */
export const codeSignInAnswer = sessionAnswer.extend({ recoveryCodesLeft: z.int().optional() });
export type CodeSignInAnswer = z.infer<typeof codeSignInAnswer>;

export const secondStepBegun = z.object({
  success: z.literal(true),
  /** The secret is in Base32, to be typed into an app. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code of the URI: an SVG path of its dark squares, in a drawing of `size` by `size`. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type SecondStepBegun = z.infer<typeof secondStepBegun>;

export const codeBody = z.object({ code });

/**
 * Asks for new recovery codes. An account without an authenticator app needs an earlier proof of identity, but no code.
 */
export const recoveryCodesBody = z.object({ code: code.optional() });

export const recoveryCodesAnswer = z.object({
  success: z.literal(true),
  codes: z.array(z.string()).readonly(),
  set: answeredId,
}) satisfies z.ZodType<NewCodes>;
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>;

/**
 * Confirms that a set of recovery codes is saved. Only the person who received the set knows its id. The id of a replaced set is
 * accepted too.
 */
export const codesSavedBody = z.object({ set: id });

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly hasSecondStep: boolean;
  }
}
