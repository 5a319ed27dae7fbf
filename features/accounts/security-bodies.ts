import { z } from 'zod';
import { answeredId, dataAnswer, time } from '#contract/answers.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, id } from '#contract/fields.ts';
import { existingPassword, newPassword, type PasswordRule } from './bodies.ts';

/**
 * The API calls of the security page. All need a session. Calls that change who can open the account also need a proof of
 * identity from the last five minutes (`PROOF_MISSING`), given by `POST /api/account/proof`, by a sign-in at a linked provider or
 * by a passkey.
 */

/** One session of the account. Contains no IP address and no location. */
const sessionEntry = z.object({
  id: answeredId,
  /** For example `Firefox on Linux`. */
  browser: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isRemembered: z.boolean(),
  /** True for the session that sent this request. */
  isThis: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

const securityData = z.object({
  hasPassword: z.boolean(),
  sessions: z.array(sessionEntry).readonly(),
  /** Whether the session has a valid proof of identity, so that sign-in methods may be changed. */
  isProved: z.boolean(),
  /** Whether only the code is missing from the proof of identity. */
  needsCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** True until the owner confirms having saved the recovery codes; the answer that showed them may have been lost. */
  hasUnsavedCodes: z.boolean(),
});

/** The data of the security page; features add their own fields. */
export interface SecurityData extends Readonly<z.infer<typeof securityData>> {}

/** `GET /api/account/security` */
export const securityAnswer = dataAnswer(securityData.loose() as unknown as z.ZodType<SecurityData>);
export type SecurityAnswer = z.infer<typeof securityAnswer>;

/**
 * `POST /api/account/proof`: proves the person's identity again. An account with a passkey or an authenticator app needs a code
 * (of the app, or a recovery code) with the password. The code may also come alone, within five minutes of an answer
 * SECOND_STEP_NEEDED or `code-needed`. A passkey replaces the code. Refuses with PROOF_REFUSED, SECOND_STEP_NEEDED,
 * FIRST_STEP_NEEDED or SECOND_STEP_REFUSED.
 */
export const proofBody = z
  .object({ password: existingPassword.optional(), code: code.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    message: FIELD_ERRORS.PASSWORD_MISSING,
    path: ['password'],
  });

/** `POST /api/account/password`: changes the password or sets the first one, and ends all other sessions. */
export const passwordBody = (rule: PasswordRule) => z.object({ password: newPassword(rule) });

/** `POST /api/account/end-sessions`: ends the session with this id, or all others without one. Refuses with PROOF_MISSING. */
export const endSessionsBody = z.object({ id: id.optional() });
