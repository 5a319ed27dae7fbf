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

/** A session of the account, without an address or a location. */
const sessionEntry = z.object({
  id: answeredId,
  /** Like `Firefox on Linux`. */
  browser: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isRemembered: z.boolean(),
  /** The caller's own session. */
  isThis: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

const securityData = z.object({
  hasPassword: z.boolean(),
  sessions: z.array(sessionEntry).readonly(),
  /** Whether the session has a valid proof, so that sign-in methods may change. */
  isProved: z.boolean(),
  /** Whether the proof lacks only its second step. */
  needsCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The owner has not confirmed saving them; the answer that showed them may have been lost. */
  hasUnsavedCodes: z.boolean(),
});

/** What the security page shows; features add their own fields. */
export interface SecurityData extends Readonly<z.infer<typeof securityData>> {}

/** `GET /api/account/security` */
export const securityAnswer = dataAnswer(securityData.loose() as unknown as z.ZodType<SecurityData>);
export type SecurityAnswer = z.infer<typeof securityAnswer>;

/**
 * `POST /api/account/proof`. An account with a passkey or an app needs a code (of the app, or a recovery code) with the password.
 * The code may also come alone, within five minutes of an answer SECOND_STEP_NEEDED or `code-needed`. A passkey replaces the code.
 * Refusals PROOF_REFUSED, SECOND_STEP_NEEDED, FIRST_STEP_NEEDED, SECOND_STEP_REFUSED.
 */
export const proofBody = z
  .object({ password: existingPassword.optional(), code: code.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    message: FIELD_ERRORS.PASSWORD_MISSING,
    path: ['password'],
  });

/** `POST /api/account/password`: changes the password, or sets the first one. Ends all other sessions. */
export const passwordBody = (rule: PasswordRule) => z.object({ password: newPassword(rule) });

/** `POST /api/account/end-sessions`: ends the session with this id; without an id, all others. Refusal PROOF_MISSING. */
export const endSessionsBody = z.object({ id: id.optional() });
