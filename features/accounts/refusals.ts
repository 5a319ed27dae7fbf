import { countWord } from '#content/count-words.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';

export const INVALID_EMAIL_OR_PASSWORD = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  guess: 'wrong-password',
  status: 401,
  message: 'Invalid email or password',
};
export const EMAIL_NOT_VERIFIED = {
  code: 'EMAIL_NOT_VERIFIED',
  status: 403,
  message: 'Please verify your email before signing in.',
};
export const NO_USER_SIGNED_IN = {
  code: 'NO_USER_SIGNED_IN',
  status: 401,
  message: 'No user is currently signed in',
};
export const EMAIL_ALREADY_VERIFIED = {
  code: 'EMAIL_ALREADY_VERIFIED',
  status: 409,
  message: 'Email is already verified',
};
export const MAX_VERIFICATION_ATTEMPTS = {
  code: 'MAX_VERIFICATION_ATTEMPTS',
  status: 429,
  message: ACCOUNT_ERRORS.MAX_VERIFICATION_ATTEMPTS,
};
/** `{signIn}` is replaced by a hint to sign in with a provider, or by nothing if the site has no providers. */
export const CONFIRMATIONS_USED_UP = {
  code: 'CONFIRMATIONS_USED_UP',
  status: 429,
  message:
    'We can’t send another confirmation email to this address today. Please try again tomorrow{signIn}, or write to {email}.',
};
export const VERIFICATION_TOO_SOON = {
  code: 'VERIFICATION_TOO_SOON',
  status: 429,
  message: 'Please wait {minutes} minutes before requesting another verification email.',
};
export const LINK_NOT_VALID = { code: 'LINK_NOT_VALID', status: 410, message: ACCOUNT_ERRORS.LINK_NOT_VALID };
export const PASSWORD_NEEDED = {
  code: 'PASSWORD_NEEDED',
  status: 409,
  message:
    'You opened this link in a different browser from the one you signed up in, or you’ve signed up again since. Choose your password to finish.',
};
export const NAME_MISMATCH = { code: 'NAME_MISMATCH', status: 422, message: ACCOUNT_ERRORS.NAME_MISMATCH };
export const WRONG_PASSWORD = { code: 'WRONG_PASSWORD', status: 403, message: ACCOUNT_ERRORS.WRONG_PASSWORD };
export const PROOF_MISSING = {
  code: 'PROOF_MISSING',
  status: 403,
  message: `Please confirm that it’s you first. A confirmation lasts ${countWord(PROOF_MINUTES)} minutes.`,
};
export const DECIDE_FIRST = {
  code: 'DECIDE_FIRST',
  status: 409,
  message:
    'Please decide about the reported change first: it’s at the top of the “Security” page. You can do this afterwards.',
};
export const API_KEY_NOT_VALID = {
  code: 'API_KEY_NOT_VALID',
  status: 401,
  message: 'The x-api-key header is missing or not valid.',
};
export const NOT_SIGNED_IN = { code: 'NOT_SIGNED_IN', status: 401, message: 'Please sign in first.' };
export const NOT_YOURS = { code: 'NOT_YOURS', status: 403, message: 'You can only access your own record.' };
export const USER_NOT_FOUND = { code: 'USER_NOT_FOUND', status: 404, message: 'There is no such user.' };
export const TOO_BUSY = {
  code: 'TOO_BUSY',
  status: 503,
  message: 'Too many people are signing in right now. Please try again in a few seconds.',
};
export const PROOF_REFUSED = {
  code: 'PROOF_REFUSED',
  status: 403,
  message: 'That password isn’t right. Please try again.',
};
// Status 428 means that the request lacks something, not that its password or code is wrong.
export const SECOND_STEP_NEEDED = {
  code: 'SECOND_STEP_NEEDED',
  status: 428,
  message: 'Please enter a code as well, or use your passkey.',
};
export const FIRST_STEP_NEEDED = {
  code: 'FIRST_STEP_NEEDED',
  status: 403,
  message:
    'That’s only the second of two steps. Please confirm with your password first, or with Google or GitHub.',
};
export const SECOND_STEP_REFUSED = {
  code: 'SECOND_STEP_REFUSED',
  status: 403,
  message: 'That code isn’t right, or has already been used. Please enter another one.',
};
// Refuses a reset without a code if the account has a second factor, because access to the mailbox alone must not open such an
// account.
export const RESET_CODE_NEEDED = {
  code: 'RESET_CODE_NEEDED',
  status: 428,
  message:
    'Your account has a passkey or an authenticator app, so this link alone isn’t enough. Please enter a code from the app or a recovery code. Or sign in with your passkey, and change the password under Security.',
};
export const BIRTH_DATE_NEEDED = {
  code: 'BIRTH_DATE_NEEDED',
  status: 428,
  message: 'Please enter your date of birth first.',
};
export const TOO_YOUNG = {
  code: 'TOO_YOUNG',
  status: 403,
  message:
    'Sorry, you need to be at least {age} years old to have an account here. We’ve kept nothing of what you entered. You’re welcome to look around.',
};
/** @public */
export const LAST_WAY_IN = {
  code: 'LAST_WAY_IN',
  status: 409,
  message: 'This is your only sign-in method. Please add another one first.',
};
export const ACCOUNT_CLOSED = {
  code: 'ACCOUNT_CLOSED',
  status: 403,
  message:
    'This account has been closed because {reason}. If you think that’s wrong, please write to {email}.',
};
export const ACCOUNT_FROZEN = {
  code: 'ACCOUNT_FROZEN',
  status: 403,
  message:
    'This account is frozen because a change to it was reported. Please open the link in our email about it: with your password from before the change, or a recovery code, you can undo the change there. Another sign-in method from before it may work, too. If neither works, write to {email}.',
};
