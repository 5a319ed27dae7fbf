import { z } from 'zod';
import { FIELD_ERRORS, filled } from './errors.ts';
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './limits.ts';
import type { Provider } from './social.ts';
import type { UserRecord } from './users.ts';

/** Addresses are compared and stored in lower case, without surrounding blanks. */
const email = z
  .string(FIELD_ERRORS.EMAIL_MISSING)
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX_LENGTH, 'This email address is too long.')
  .pipe(z.email(FIELD_ERRORS.EMAIL_MALFORMED));

/** For signing in: any password that could exist, so that a changed policy never locks anyone out. */
const existingPassword = z
  .string(FIELD_ERRORS.PASSWORD_MISSING)
  .min(1, FIELD_ERRORS.PASSWORD_MISSING)
  .max(PASSWORD_MAX_LENGTH, `Passwords have at most ${PASSWORD_MAX_LENGTH} characters.`);

const newPassword = (minLength: number) =>
  z
    .string('Please choose a password.')
    .min(minLength, filled(FIELD_ERRORS.TOO_SHORT, { min: minLength }))
    .max(PASSWORD_MAX_LENGTH, `Please use at most ${PASSWORD_MAX_LENGTH} characters.`);

const linkToken = z
  .string('The link is not complete.')
  .min(1, 'The link is not complete.')
  .max(200, 'The link is not complete.');

/** `POST /api/account/sign-up`. Answers `AcceptedAnswer` whether or not the address has an account (decisions §3.3). */
export const signUpBody = (minLength: number) => z.object({ email, password: newPassword(minLength) });

/** `POST /api/account/sign-in`. Answers `SessionAnswer`; refusals INVALID_EMAIL_OR_PASSWORD, EMAIL_NOT_VERIFIED. */
export const signInBody = z.object({
  email,
  password: existingPassword,
  rememberDevice: z.boolean('Please send true or false.').default(false),
});

/**
 * `POST /api/account/verify`. `password` is needed when the browser that confirms is not the one that signed up:
 * then PASSWORD_NEEDED is answered and nothing changes (decisions §3.4).
 */
export const verifyBody = (minLength: number) =>
  z.object({ token: linkToken, password: newPassword(minLength).optional() });

/** `POST /api/account/request-reset`. Answers `AcceptedAnswer` whether or not the address has an account. */
export const requestResetBody = z.object({ email });

/** `POST /api/account/reset`. */
export const resetBody = (minLength: number) =>
  z.object({ token: linkToken, password: newPassword(minLength) });

/**
 * `POST /api/account/deletion-proof`. Counts for five minutes in the session that made it (decisions §3.11). Without
 * `password` for accounts that have none: then a popup with their provider must have come before (PROOF_MISSING).
 */
export const deletionProofBody = z.object({
  name: z.string('Please type your name.').max(1_000, 'Please type your name.'),
  password: existingPassword.optional(),
});

/** `GET /api/account/sign-in-methods`: the ways into the caller's account, the password first. Refusal NOT_SIGNED_IN. */
export type SignInMethodsAnswer = {
  readonly success: true;
  readonly methods: readonly ('password' | Provider)[];
};

/** A request that was taken; `message` is the sentence to show. */
export type AcceptedAnswer = { readonly success: true; readonly message: string };

/**
 * `GET /api/account/session` and sign-in: who is signed in, null for nobody. Status 200 either way. Of the messages only
 * what a page keeps (`contract/page-record.ts`).
 */
export type SessionAnswer = { readonly success: true; readonly data: UserRecord | null };

/** `GET /api/auth/token`: a JWT of 15 minutes (decisions §3.10). Refusal NOT_SIGNED_IN. */
export type TokenAnswer = { readonly token: string };
