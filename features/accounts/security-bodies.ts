import { z } from 'zod';
import { answeredId, dataAnswer, time } from '#contract/answers.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, id } from '#contract/fields.ts';
import { existingPassword, newPassword, type PasswordRule } from './bodies.ts';

/**
 * The calls of the security page. All need a session; what changes a way in also needs a proof of the last five minutes
 * (`PROOF_MISSING`): `POST /api/account/proof`, a window of a linked provider,
 * or a passkey.
 */

/** A place where the account is signed in. Neither a place nor an address is kept. */
const sessionEntry = z.object({
  id: answeredId,
  /** Like `Firefox on Linux`. */
  browser: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isRemembered: z.boolean(),
  /** The one that asks. */
  isThis: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

const securityData = z.object({
  hasPassword: z.boolean(),
  sessions: z.array(sessionEntry).readonly(),
  /** Whether a proof is still fresh, so that a way in may change. */
  isProved: z.boolean(),
  /** Whether a proof lacks nothing but its second step. */
  needsCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Nobody has said yet that they are saved: the answer that brought them may be lost. */
  hasUnsavedCodes: z.boolean(),
});

/** What the security page shows; features add what is theirs. */
export interface SecurityData extends Readonly<z.infer<typeof securityData>> {}

/** `GET /api/account/security` */
export const securityAnswer = dataAnswer(securityData.loose() as unknown as z.ZodType<SecurityData>);
export type SecurityAnswer = z.infer<typeof securityAnswer>;

/**
 * `POST /api/account/proof`. Where the account has a passkey or an app, a code (of the app, or a recovery code) comes with the password,
 * or alone after whatever was answered with SECOND_STEP_NEEDED or `code-needed` within the last five minutes; a passkey does in place
 * of a code. Refusals PROOF_REFUSED, SECOND_STEP_NEEDED, FIRST_STEP_NEEDED, SECOND_STEP_REFUSED.
 */
export const proofBody = z
  .object({ password: existingPassword.optional(), code: code.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    message: FIELD_ERRORS.PASSWORD_MISSING,
    path: ['password'],
  });

/** `POST /api/account/password`: changes the password, or sets the first one. Ends every other session. */
export const passwordBody = (rule: PasswordRule) => z.object({ password: newPassword(rule) });

/** `POST /api/account/end-sessions`: one by its id, without it all others. Refusal PROOF_MISSING. */
export const endSessionsBody = z.object({ id: id.optional() });
