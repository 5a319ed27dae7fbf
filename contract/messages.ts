/**
 * Sentences for success and progress. docs/product.md prescribes some of them. Sentences for failures are in `errors.ts`,
 * `page-errors.ts`, `account-errors.ts`, `field-errors.ts` and `features/<name>/refusals.ts`.
 */
export const MESSAGES = {
  checkYourEmail: 'Please check your email to verify your account before signing in.',
  verificationSent: 'We sent you another verification email. Please check your inbox.',
  emailConfirmed: 'Your email is confirmed. Please sign in with the password you’ve just chosen.',
  resetSent:
    'If this address has an account, a link to reset the password is on its way. Please check your inbox.',
  passwordReset: 'Your password has been changed, and you’re signed in.',
  proved: 'Confirmed for five minutes.',
  passwordSet: 'Your password has been changed. You’re signed out everywhere else.',
  sessionEnded: 'That device is signed out.',
  otherSessionsEnded: 'You’re signed out everywhere else.',
  providerUnlinked: 'This sign-in method has been removed.',
  updatingProfile: 'Updating profile...',
  profileUpdated: 'Profile updated successfully!',
  deletingAccount: 'Deleting account...',
  accountDeleted: 'Account deleted successfully',
  userSaved: 'User data saved successfully',
} as const;

export type AcceptedAnswer = { readonly success: true; readonly message: string };
