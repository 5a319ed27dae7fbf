export const VERIFY_WORDS = {
  pageTitle: 'Confirm your email',
  pageDescription: 'The last step of creating an account: confirm that the email address is yours.',
  lead: 'Confirm that this is your email, and your account is ready.',
  submit: 'Confirm my email',
  /** Shown in a browser that may not be the one that signed up: the person must choose a password there. */
  oneMoreStep: 'One more step: choose your password',
  oneMoreStepLead:
    'To be sure that it’s you, please choose your password here: the same as before, or a new one.',
  choose: 'Your password',
  /** Shown on the next page, if the confirmation also signed the person in. */
  done: 'Your email is confirmed. Welcome!',
  another: 'Go to sign in',
  again: 'Create your account again',
  anotherHint:
    'If you’ve already confirmed your email, just sign in. To get a new email, create your account again with the same address.',
  deadTitle: 'Already confirmed?',
  /** Shown to people who are signed in, if the link is unusable. */
  unusable: 'This link has been used or has expired.',
  signedIn: 'You’re signed in as {email}.',
} as const;
