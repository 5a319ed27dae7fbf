import { z } from 'zod';
import { answeredId, dataAnswer, time } from '#contract/answers.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, id } from '#contract/fields.ts';
import { existingPassword, newPassword, type PasswordRule } from './bodies.ts';

/** An entry of the list of sessions. It contains no IP address and no location. */
const sessionEntry = z.object({
  id: answeredId,
  /** The name of the browser and its system, for example `Firefox on Linux`. */
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
  /** Whether any sign-in with a provider, however old, is enough to decide about a change that the owner contested. */
  oldSignInDecides: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** True until the owner confirms having saved the recovery codes. */
  hasUnsavedCodes: z.boolean(),
});

/** Features add their own fields to the data of the security page. */
export interface SecurityData extends Readonly<z.infer<typeof securityData>> {}

export const securityAnswer = dataAnswer(securityData.loose() as unknown as z.ZodType<SecurityData>);
export type SecurityAnswer = z.infer<typeof securityAnswer>;

/** A code without a password is accepted for five minutes after the answer SECOND_STEP_NEEDED or `code-needed`. */
export const proofBody = z
  .object({ password: existingPassword.optional(), code: code.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    message: FIELD_ERRORS.PASSWORD_MISSING,
    path: ['password'],
  });

export const passwordBody = (rule: PasswordRule) => z.object({ password: newPassword(rule) });

export const endSessionsBody = z.object({ id: id.optional() });
