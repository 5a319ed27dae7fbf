import { z } from 'zod';
import { acceptedWith, address, dataAnswer } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, day, EXAMPLES, email } from '#contract/fields.ts';
import { EARLIEST_BIRTH_DATE, PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { wholeToken } from '#contract/link-token.ts';
import { shownNotice } from '#contract/notices.ts';
import { filled } from '#contract/page-errors.ts';
import { userRecord } from './profile-bodies.ts';

/** A lone surrogate is replaced before hashing, so passwords that differ only there would match. */
const isWhole = (password: string) => password.isWellFormed();

const PASSWORD_EXAMPLE = { format: 'password', examples: [EXAMPLES.password] };

/** Accepts passwords that the current rule would refuse, so that a changed rule locks nobody out. */
export const existingPassword = z
  .string(FIELD_ERRORS.PASSWORD_MISSING)
  .min(1, FIELD_ERRORS.PASSWORD_MISSING)
  .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
  .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE)
  .meta(PASSWORD_EXAMPLE);

const sessionShape = {
  data: userRecord.nullable(),
  remembered: z.boolean().optional(),
  /** With status 202: the sign-in still needs a code (`features/two-step/bodies.ts`). */
  secondStep: z.literal(true).optional(),
};

export type PasswordRule = {
  readonly minLength: number;
  /** Whether too many people use it. */
  readonly isCommon: (password: string) => boolean;
};

export const newPassword = ({ minLength, isCommon }: PasswordRule) =>
  z
    .string(SCHEMA_ERRORS.NEW_PASSWORD_MISSING)
    .min(minLength, filled(FIELD_ERRORS.TOO_SHORT, { min: minLength }))
    .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.NEW_PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
    .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE)
    .refine((password) => !isCommon(password), SCHEMA_ERRORS.PASSWORD_COMMON)
    .meta(PASSWORD_EXAMPLE);

/** The token of a mailed link, as pages send it. A page itself tells when a link was cut off. */
export const linkToken = z
  .string(SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .min(1, SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .max(200, SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .meta({ examples: [EXAMPLES.token] });

/** For pages that the server makes: a token that was cut off is refused as incomplete, not as ended. @public */
export const wholeLinkToken = z.preprocess(
  (found) => (typeof found === 'string' ? wholeToken(found) : undefined),
  linkToken,
);

/**
 * `POST /api/account/age`, where `MINIMUM_AGE` is set. Sets a cookie that allows a sign-up within the hour. Stores nothing. Refusal
 * TOO_YOUNG.
 *
 * @param today the current date in UTC, `YYYY-MM-DD`
 */
export const ageBody = (today: () => string) =>
  z.object({
    birthDate: day(FIELD_ERRORS.BIRTH_DATE_MISSING).refine(
      (date) => date >= EARLIEST_BIRTH_DATE && date <= today(),
      { message: FIELD_ERRORS.BIRTH_DATE_MISSING },
    ),
  });

/**
 * `POST /api/account/sign-up`. Answers `AcceptedAnswer` whether or not the address has an account (docs/product.md, "Privacy of
 * accounts"). Refusal BIRTH_DATE_NEEDED without the cookie of `ageBody`, where an age is asked for.
 */
export const signUpBody = (rule: PasswordRule) =>
  z.object({ email, password: newPassword(rule), notice: shownNotice });

/** `POST /api/account/sign-in`. Answers `SessionAnswer`; refusals INVALID_EMAIL_OR_PASSWORD, EMAIL_NOT_VERIFIED. */
export const signInBody = z.object({
  email,
  password: existingPassword,
  rememberDevice: z.boolean(SCHEMA_ERRORS.NOT_A_BOOLEAN).default(false),
});

/**
 * `POST /api/account/verify`. A browser that did not sign up must send `password`; without it, PASSWORD_NEEDED is answered and
 * nothing changes (docs/product.md, "Confirmation"). Refusal BIRTH_DATE_NEEDED as for a sign-up, unless this browser signed up and
 * showed the age.
 */
export const verifyBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule).optional(), notice: shownNotice });

/** `data`: the person, when the browser that signed up confirms and is signed in; else null. `email`: the confirmed address. */
export const verifyAnswer = acceptedWith({ ...sessionShape, email: address });
export type VerifyAnswer = z.infer<typeof verifyAnswer>;

/** `POST /api/account/link`. Answers `LinkAnswer` and changes nothing. */
export const linkBody = z.object({ token: linkToken });

/** Null for a link that no longer works. `needsPassword`: its page must ask for a new one. */
export const linkAnswer = dataAnswer(
  z
    .object({
      email: address,
      needsPassword: z.boolean(),
      /** For a sign-up: the person must show their age first. */
      needsBirthDate: z.literal(true).optional(),
    })
    .nullable(),
);
export type LinkAnswer = z.infer<typeof linkAnswer>;

/** `GET /api/account/pending`: the sign-up that the pending cookie names, null for none (docs/product.md, "Sign-up"). */
export const pendingAnswer = dataAnswer(
  z
    .object({
      email: address,
      /** Until another verification mail may be requested; null when no more are sent. */
      secondsToResend: z.int().nullable(),
    })
    .nullable(),
);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

/** `POST /api/account/request-reset`. Answers `AcceptedAnswer` whether or not the address has an account. */
export const requestResetBody = z.object({ email });

/**
 * `POST /api/account/reset`. Answers `ResetAnswer`. An account with a passkey or an app also needs a code of the app or a recovery
 * code: refusals RESET_CODE_NEEDED, SECOND_STEP_REFUSED.
 */
export const resetBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule), code: code.optional() });

/** `data`: the person, who is signed in. */
export const resetAnswer = acceptedWith({ ...sessionShape, data: userRecord, email: address });
export type ResetAnswer = z.infer<typeof resetAnswer>;

/**
 * `POST /api/account/deletion-proof`. Valid for five minutes in its session (docs/product.md, "Deletion"). `password`: for an
 * account that has one and neither a passkey nor an app. All other accounts need a proof beforehand
 * (`features/accounts/security-bodies.ts`, PROOF_MISSING).
 */
export const deletionProofBody = z.object({
  name: z
    .string(SCHEMA_ERRORS.NAME_NOT_TYPED)
    .max(1_000, SCHEMA_ERRORS.NAME_NOT_TYPED)
    .meta({ examples: [EXAMPLES.line] }),
  password: existingPassword.optional(),
  /** With the password, it replaces an earlier proof. */
  code: code.optional(),
});

/** `GET /api/account/sign-in-methods`: how the caller can sign in, the password first. Refusal NOT_SIGNED_IN. */
export const signInMethodsAnswer = z.object({
  success: z.literal(true),
  /** `password`, `passkey`, and names of providers. */
  methods: z.array(z.string()).readonly(),
  /** Whether a sign-in also needs a code. */
  secondStep: z.boolean(),
});
/** @public */
export type SignInMethodsAnswer = z.infer<typeof signInMethodsAnswer>;

/**
 * `GET /api/account/session` and sign-in: who is signed in, null for nobody, with status 200 in both cases. Has only the messages
 * that a page keeps (`features/accounts/page-record.ts`). `remembered`: the session outlives the browser, so the cached record may
 * too; absent when nobody is signed in.
 */
export const sessionAnswer = z.object({ success: z.literal(true), ...sessionShape });
export const codeNeededAnswer = sessionAnswer.required({ secondStep: true });
export type SessionAnswer = z.infer<typeof sessionAnswer>;

/** `GET /api/auth/token`: a JWT of 15 minutes (docs/product.md, "Tokens"). Refusal NOT_SIGNED_IN. */
export const tokenAnswer = z.object({ token: z.string() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;
