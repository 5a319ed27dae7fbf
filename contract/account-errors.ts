/** Sentences of refusals that account pages also show on their own, without a request to the server. */
export const ACCOUNT_ERRORS = {
  MAX_VERIFICATION_ATTEMPTS: 'Maximum verification attempts reached. Please contact support.',
  LINK_NOT_VALID:
    'This link no longer works. It has already been used, has expired, or was replaced by a newer one. Please ask for a new one.',
  NAME_MISMATCH: 'Please type your name correctly to confirm deletion',
  WRONG_PASSWORD: 'Failed to delete account. Please check your password.',
} as const;
