import { CODE_WORDS } from '#content/code.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';

// These words are in a separate file, because only the sign-in page loads them.

export const CODE_SIGN_IN_WORDS = {
  /** Shown after a sign-in with a recovery code. */
  codeUsed: 'You’re signed in, and that recovery code is used up. Codes left: {left}.',
} as const;

export const LOST_CODES_WORDS = {
  title: 'Lost your phone and your recovery codes?',
  text: `A passkey still signs you in: press “${CODE_WORDS.cancel}”, then “${AUTH_WORDS.signIn.passkey}”. So does a browser that you asked us to remember. If you have neither, please write to {email}. With two proofs that it’s you, such as your answer to an email of ours and an identity document, we turn off what you’ve lost, a day after we’ve told you by email.`,
} as const;
