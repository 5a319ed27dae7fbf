/**
 * Words for people who lost their authenticator app and their recovery codes. They are in a separate file, because only the
 * sign-in page loads them.
 */
export const LOST_CODES_WORDS = {
  title: 'Lost your phone and your recovery codes?',
  text: 'A passkey still signs you in, and so does a browser that you asked us to remember. If you have neither, please write to {email}. With two proofs that it’s you, we turn off what you’ve lost, a day after we’ve told you by email.',
} as const;
