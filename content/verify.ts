export const VERIFY_WORDS = {
  pageTitle: 'Confirm your email',
  pageDescription: 'The last step of creating an account: confirm that the email address is yours.',
  lead: 'Confirm this is your email and your account is ready.',
  submit: 'Confirm my email',
  /** Where the browser isn’t known to be the one that signed up. */
  oneMoreStep: 'One more step: choose your password',
  oneMoreStepLead:
    'To be sure that it’s you, please choose your password here: the same as before, or a new one.',
  choose: 'Your password',
  /** Shown on the page that comes next, to who is signed in by confirming. */
  done: 'Your email is confirmed. Welcome!',
  /** Until the server has said what the link is for. */
  checking: 'Checking your link…',
  another: 'Go to sign in',
  again: 'Create your account again',
  anotherHint:
    'If you’ve already confirmed your email, just sign in. To get a new email, create your account again with the same address.',
  /** The heading above a link that no longer works. */
  deadTitle: 'Already confirmed?',
  /** In their place for who is signed in; the first only where there is a link. */
  unusable: 'This link has been used or has expired.',
  signedIn: 'You’re signed in as {email}.',
} as const;
