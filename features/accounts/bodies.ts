import { z } from 'zod';
import { acceptedWith, address, dataAnswer } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, day, EXAMPLES, email, shownNotice } from '#contract/fields.ts';
import { EARLIEST_BIRTH_DATE, PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { wholeToken } from '#contract/link-token.ts';
import { filled } from '#contract/page-errors.ts';
import { userRecord } from './profile-bodies.ts';

/**
 * False for a password with half a surrogate pair, which is refused: hashing turns every such half into the same character, so
 * different passwords would get the same hash.
 */
const isWhole = (password: string) => password.isWellFormed();

const PASSWORD_EXAMPLE = { format: 'password', examples: [EXAMPLES.password] };

/** Accepts a password that the current rule would refuse, so that a stricter rule locks no existing user out. */
export const existingPassword = z
  .string(FIELD_ERRORS.PASSWORD_MISSING)
  .min(1, FIELD_ERRORS.PASSWORD_MISSING)
  .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
  .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE)
  .meta(PASSWORD_EXAMPLE);

const sessionShape = {
  data: userRecord.nullable(),
  remembered: z.boolean().optional(),
  /** Present in an answer with status 202: the sign-in still needs a code (`features/two-step/bodies.ts`). */
  secondStep: z.literal(true).optional(),
};

export type PasswordRule = {
  readonly minLength: number;
  readonly isCommon: (password: string) => boolean;
};

export const newPassword = ({ minLength, isCommon }: PasswordRule) =>
  z
    .string(FIELD_ERRORS.NEW_PASSWORD_MISSING)
    .min(minLength, filled(FIELD_ERRORS.TOO_SHORT, { min: minLength }))
    .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.NEW_PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
    .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE)
    .refine((password) => !isCommon(password), FIELD_ERRORS.PASSWORD_COMMON)
    .meta(PASSWORD_EXAMPLE);

/** The token of a mailed link. Whether it was cut off is not checked here, because the page of the link does that. */
export const linkToken = z
  .string(SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .min(1, SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .max(200, SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .meta({ examples: [EXAMPLES.token] });

/**
 * The token of a mailed link, for pages that the server renders: a token that was cut off is refused as incomplete, not as expired.
 * @public
 */
export const wholeLinkToken = z.preprocess(
  (found) => (typeof found === 'string' ? wholeToken(found) : undefined),
  linkToken,
);

/** @param today is the current date in UTC, `YYYY-MM-DD` */
export const ageBody = (today: () => string) =>
  z.object({
    birthDate: day(FIELD_ERRORS.BIRTH_DATE_MISSING).refine(
      (date) => date >= EARLIEST_BIRTH_DATE && date <= today(),
      { message: FIELD_ERRORS.BIRTH_DATE_MISSING },
    ),
  });

export const signUpBody = (rule: PasswordRule) =>
  z.object({ email, password: newPassword(rule), notice: shownNotice });

export const signInBody = z.object({
  email,
  password: existingPassword,
  rememberDevice: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN).default(false),
});

/** A browser that did not sign up must send `password` (docs/product.md, "Confirmation"). */
export const verifyBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule).optional(), notice: shownNotice });

/** `data` is null if another browser signed up: the confirmation then signs nobody in. */
export const verifyAnswer = acceptedWith({ ...sessionShape, email: address });
export type VerifyAnswer = z.infer<typeof verifyAnswer>;

export const linkBody = z.object({ token: linkToken });

/** Null for a link that no longer works. `needsPassword`: the page must ask for a new password. */
export const linkAnswer = dataAnswer(
  z
    .object({
      email: address,
      needsPassword: z.boolean(),
      needsBirthDate: z.literal(true).optional(),
      /** `guarded` is present if a reset also needs a code. `canSignIn`: the person can sign in without the password. */
      guarded: z.object({ canSignIn: z.boolean() }).optional(),
      /** The title and time in the mail about a change, and the decision since then. Absent for links in other mails. */
      change: z
        .object({ title: z.string(), when: z.string(), step: z.enum(['ready', 'frozen', 'kept']) })
        .optional(),
    })
    .nullable(),
);
export type LinkAnswer = z.infer<typeof linkAnswer>;

export const pendingAnswer = dataAnswer(
  z
    .object({
      email: address,
      /** The seconds until another mail can be requested. Null when no more mails are allowed. */
      secondsToResend: z.int().nullable(),
    })
    .nullable(),
);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

export const requestResetBody = z.object({ email });

/** An account with a passkey or an authenticator app also needs a code of the app or a recovery code. */
export const resetBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule), code: code.optional() });

/** `recoveryCodesLeft` is present if a recovery code was used. */
export const resetAnswer = acceptedWith({
  ...sessionShape,
  data: userRecord,
  email: address,
  recoveryCodesLeft: z.int().optional(),
});
export type ResetAnswer = z.infer<typeof resetAnswer>;

/** `password`: required only if the account has one and has neither a passkey nor an authenticator app. */
export const deletionProofBody = z.object({
  name: z
    .string(SCHEMA_ERRORS.NAME_NOT_TYPED)
    .max(1_000, SCHEMA_ERRORS.NAME_NOT_TYPED)
    .meta({ examples: [EXAMPLES.line] }),
  password: existingPassword.optional(),
  /** A request with the password and this code needs no earlier proof of identity. */
  code: code.optional(),
});

export const signInMethodsAnswer = z.object({
  success: z.literal(true),
  /** The list contains `password`, `passkey` and names of providers. */
  methods: z.array(z.string()).readonly(),
  secondStep: z.boolean(),
});
/** @public */
export type SignInMethodsAnswer = z.infer<typeof signInMethodsAnswer>;

/** `remembered`: the session outlives the browser. The field is absent when nobody is signed in. */
export const sessionAnswer = z.object({ success: z.literal(true), ...sessionShape });
export const codeNeededAnswer = sessionAnswer.required({ secondStep: true });
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const tokenAnswer = z.object({ token: z.string() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;
