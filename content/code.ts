/** The words around a code of the second step, where one is asked for. */
export const CODE_WORDS = {
  title: 'Enter your code',
  lead: 'Open your authenticator app and enter the six digits for this site. A recovery code works too.',
  label: 'Code',
  missing: 'Enter the code from your app, or a recovery code.',
  trust: 'Don’t ask again on this device for 30 days',
  submit: 'Continue',
  cancel: 'Back to sign in',
  lost: 'Lost your phone and your recovery codes?',
  lostHelp:
    'A passkey still signs you in, and so does a browser that you asked us to remember. If you have neither, please write to {email}. We can’t let anyone in without a code, but we can delete the account so that you can start again.',
  loading: 'One moment…',
} as const;
