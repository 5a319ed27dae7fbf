/** Sentences that account pages add themselves: refusals without a request, and headlines above the server's answer. */
export const ACCOUNT_ERRORS = {
  MAX_VERIFICATION_ATTEMPTS: 'Maximum verification attempts reached. Please contact support.',
  LINK_NOT_VALID:
    'This link no longer works. It has already been used, has expired, was cancelled, or was replaced by a newer one. Please ask for a new one.',
  NAME_MISMATCH: 'Please type your name correctly to confirm deletion',
  RESEND_FAILED: 'Failed to resend verification email',
  RESET_REQUEST_FAILED: 'Failed to send password reset email',
  PROFILE_UPDATE_FAILED: 'Failed to update profile',
  WRONG_PASSWORD: 'Failed to delete account. Please check your password.',
} as const;
