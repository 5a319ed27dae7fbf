import { z } from 'zod';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { code, day, email } from '#contract/fields.ts';
import { EARLIEST_BIRTH_DATE, PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { wholeToken } from '#contract/link-token.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { shownNotice } from '#contract/notices.ts';
import { filled } from '#contract/page-errors.ts';
import type { UserRecord } from './profile-bodies.ts';

/** Half a character would be hashed as any other half: such passwords would all be alike. */
const isWhole = (password: string) => password.isWellFormed();

/** For signing in: any password that could exist, so that a changed policy never locks anyone out. */
export const existingPassword = z
  .string(FIELD_ERRORS.PASSWORD_MISSING)
  .min(1, FIELD_ERRORS.PASSWORD_MISSING)
  .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
  .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE);

/** What a new password must be: settings. */
export type PasswordRule = {
  readonly minLength: number;
  /** Which ones are refused because too many people use them. */
  readonly isCommon: (password: string) => boolean;
};

export const newPassword = ({ minLength, isCommon }: PasswordRule) =>
  z
    .string(SCHEMA_ERRORS.NEW_PASSWORD_MISSING)
    .min(minLength, filled(FIELD_ERRORS.TOO_SHORT, { min: minLength }))
    .max(PASSWORD_MAX_LENGTH, filled(SCHEMA_ERRORS.NEW_PASSWORD_TOO_LONG, { max: PASSWORD_MAX_LENGTH }))
    .refine(isWhole, SCHEMA_ERRORS.NOT_STORABLE)
    .refine((password) => !isCommon(password), SCHEMA_ERRORS.PASSWORD_COMMON);

/** The token in a mailed link, as the account's pages send it, which know a part of one themselves. */
export const linkToken = z
  .string(SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .min(1, SCHEMA_ERRORS.LINK_NOT_COMPLETE)
  .max(200, SCHEMA_ERRORS.LINK_NOT_COMPLETE);

/**
 * The same in the address of a page that the server makes: a part is told from a link that has ended.
 *
 * @public
 */
export const wholeLinkToken = z.preprocess(
  (found) => (typeof found === 'string' ? wholeToken(found) : undefined),
  linkToken,
);

/**
 * `POST /api/account/age`, where `MINIMUM_AGE` is set: whoever is old enough gets a cookie with which an account can be
 * created within the hour. Nothing is stored; refusal TOO_YOUNG.
 *
 * @param today the current date in UTC, `YYYY-MM-DD`
 */
export const ageBody = (today: string) =>
  z.object({
    birthDate: day(FIELD_ERRORS.BIRTH_DATE_MISSING).refine(
      (date) => date >= EARLIEST_BIRTH_DATE && date <= today,
      { message: FIELD_ERRORS.BIRTH_DATE_MISSING },
    ),
  });

/**
 * `POST /api/account/sign-up`. Answers `AcceptedAnswer` whether or not the address has an account (docs/product.md, "Privacy of accounts"). Refusal
 * BIRTH_DATE_NEEDED, without the cookie of `ageBody` where one is needed.
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
 * `POST /api/account/verify`. `password` is needed when the browser that confirms is not the one that signed up:
 * then PASSWORD_NEEDED is answered and nothing changes (docs/product.md, "Confirmation"). Refusal BIRTH_DATE_NEEDED as for a sign-up, unless
 * this browser signed up with it.
 */
export const verifyBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule).optional(), notice: shownNotice });

/**
 * Verify: `data` is who is signed in from then on, which is nobody unless the browser that signed up confirms. `email` is the address
 * that was confirmed.
 */
export type VerifyAnswer = AcceptedAnswer & SessionAnswer & { readonly email: string };

/** `POST /api/account/link`. Answers `LinkAnswer` and changes nothing. */
export const linkBody = z.object({ token: linkToken });

/** Null for a link that no longer works. `needsPassword`: its page must ask for a new one. */
export type LinkAnswer = {
  readonly success: true;
  readonly data: {
    readonly email: string;
    readonly needsPassword: boolean;
    /** Of a sign-up: whoever confirms has to show their age first. */
    readonly needsBirthDate?: true;
  } | null;
};

/** `GET /api/account/pending`: the sign-up that the pending cookie names, null for none (docs/product.md, "Sign-up"). */
export type PendingAnswer = {
  readonly success: true;
  readonly data: {
    readonly email: string;
    /** Until another verification mail may be asked for; null when there are no more. */
    readonly secondsToResend: number | null;
  } | null;
};

/** `POST /api/account/request-reset`. Answers `AcceptedAnswer` whether or not the address has an account. */
export const requestResetBody = z.object({ email });

/**
 * `POST /api/account/reset`. Answers `ResetAnswer`. An account with a passkey or an app needs a code of the app or a recovery code as
 * well: refusals RESET_CODE_NEEDED, SECOND_STEP_REFUSED.
 */
export const resetBody = (rule: PasswordRule) =>
  z.object({ token: linkToken, password: newPassword(rule), code: code.optional() });

/** `data` is who is signed in from then on: always somebody. */
export type ResetAnswer = AcceptedAnswer &
  SessionAnswer & { readonly data: UserRecord; readonly email: string };

/**
 * `POST /api/account/deletion-proof`. Counts for five minutes in the session that made it (docs/product.md, "Deletion"). `password` for an account
 * that has one and neither a passkey nor an app; any other has proved who it is before (`features/accounts/security-bodies.ts`, PROOF_MISSING).
 */
export const deletionProofBody = z.object({
  name: z.string(SCHEMA_ERRORS.NAME_NOT_TYPED).max(1_000, SCHEMA_ERRORS.NAME_NOT_TYPED),
  password: existingPassword.optional(),
  /** May come with the password, in place of a proof before. */
  code: code.optional(),
});

/** `GET /api/account/sign-in-methods`: the ways into the caller's account, the password first. Refusal NOT_SIGNED_IN. */
export type SignInMethodsAnswer = {
  readonly success: true;
  /** `password`, `passkey`, and names of providers. */
  readonly methods: readonly string[];
  /** Whether a code is needed as well. */
  readonly secondStep: boolean;
};

/**
 * `GET /api/account/session` and sign-in: who is signed in, null for nobody. Status 200 either way. Of the messages only
 * what a page keeps (`features/accounts/page-record.ts`). `remembered`: the session outlives the browser, so the cached record may
 * too; absent when nobody is signed in.
 */
export type SessionAnswer = {
  readonly success: true;
  readonly data: UserRecord | null;
  readonly remembered?: boolean;
  /** The sign-in, with status 202, still needs a code (`features/two-step/bodies.ts`): nobody is signed in yet. */
  readonly secondStep?: true;
};

/** `GET /api/auth/token`: a JWT of 15 minutes (docs/product.md, "Tokens"). Refusal NOT_SIGNED_IN. */
export type TokenAnswer = { readonly token: string };
