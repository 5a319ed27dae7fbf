/** The words of changing the email address: on the security page, and on the page that the mailed link opens. */
export const ADDRESS_CHANGE_WORDS = {
  title: 'Email address',
  present: 'You sign in with this address.',
  awaited:
    'We’ve sent an email to {email}. Your address stays as it is until you open its link and press the button. The link works for 24 hours.',
  change: 'Change email address',
  field: 'New email address',
  hint: 'We’ll email a link to the new address, and tell the old one, now and once it has changed. Messages you sent while signed out, and your launch-list entry, stay with the old address.',
  submit: 'Send the link',
  cancel: 'Cancel',
  /** Where the part has been closed with a mail on its way. */
  asked: 'We’ve sent an email to {email}. Please open the link in it.',
  pageTitle: 'Confirm your new email',
  pageDescription: 'The last step of changing your email address: confirm that the new one is yours.',
  lead: 'From then on, you sign in with this address. Your password, your other ways to sign in and everything in your account stay the same.',
  notYours: 'If you didn’t ask for this, just close this page. Nothing will change.',
  confirm: 'Use this address',
  changedTitle: 'Your email has changed',
  changed: 'From now on, you sign in with {email}.',
  signIn: 'Sign in',
  another: 'Get a new link',
  anotherHint: 'On your security page, you can ask for the change again. Until then, you sign in as before.',
} as const;
