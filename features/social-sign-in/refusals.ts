export const SOCIAL_HEADLINES = {
  SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
  /** Shown if a renewed proof of identity failed. */
  NOT_CONFIRMED: 'Couldn’t confirm with {provider}',
} as const;

/** Shown below a headline of `SOCIAL_HEADLINES`. The keys are codes of identity providers. */
export const SOCIAL_ERRORS = {
  'popup-blocked': 'Your browser blocked the sign-in window. We’re continuing in this one instead.',
  'popup-closed-by-user':
    'The sign-in window was closed before you finished. If it’s still open, continue there; otherwise, please try again.',
  'cancelled-popup-request':
    'You started again, so the first sign-in window no longer works. Please use the newer one.',
  'unauthorized-domain':
    'Signing in doesn’t work from this web address. Please open the site at its official address and try again.',
  'network-request-failed': 'We couldn’t reach the site. Please check your connection and try again.',
  'too-many-requests': 'Too many attempts from here. Please wait a minute and try again.',
  'email-already-in-use':
    'Another account uses this email address. Please sign in the way you did the first time.',
  'account-exists-with-different-credential':
    'Your account here has a passkey or two-step verification. Please sign in another way, then connect this one under Security.',
  'invalid-credential': 'The provider didn’t confirm who you are. Please try again.',
  'user-not-found': 'We couldn’t find an account for this sign-in. Please sign in again.',
  'user-cancelled':
    'You declined on the provider’s page, so nothing was shared. You can try again at any time.',
  'provider-unavailable':
    'The provider isn’t responding right now. Please try again in a few minutes, or use your email address.',
  'invalid-state':
    'The provider’s reply didn’t match this browser’s request, so we didn’t use it. Please start again from the sign-in page.',
  'invalid-provider-answer':
    'We couldn’t trust the provider’s reply, so we didn’t use it. Please try again, or use your email address.',
  'unverified-email':
    'The provider hasn’t confirmed your email address. Please confirm it there and try again.',
  'email-missing':
    'The provider didn’t share an email address with us. Please add one there, or use your email address here.',
  'age-needed':
    'You’re new here, so we need your date of birth first. Please enter it below, then continue again.',
  'operation-not-allowed': 'This sign-in method isn’t available yet. Please use your email address instead.',
  'user-mismatch':
    'That’s a different account from the one you’re signed in with. Please choose the same one.',
  'account-closed':
    'This account has been closed. Please write to us through the contact page, and we’ll tell you why.',
  'address-moved':
    'The account with this address has just moved to another one. Please sign in with your new address.',
  'account-frozen':
    'This account is frozen because a change to it was reported. Please sign in another way, or open the link in our email.',
  'linked-elsewhere':
    'Another account here is already connected to it. Please sign in to that account and disconnect it first.',
  'login-not-fresh':
    'The provider can’t show that you signed in just now, so this isn’t enough. Please confirm with your password. If you don’t have one yet, set one by email first.',
  'decide-first': 'Please decide about the reported change first.',
  'proof-expired': 'Your confirmation has expired. Please try again.',
  'requires-recent-login': 'Your session has expired. Please sign in again.',
  'internal-error': 'Something went wrong on our side. Please try again in a moment.',
} as const;
