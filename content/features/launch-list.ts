/** “Tell me at launch”, the field. The home screen loads these words; those of its other pages are in `launch-list-pages.ts`. */
export const LAUNCH_LIST_WORDS = {
  email: 'Email',
  submit: 'Tell me at launch',
  busy: 'Sending...',
  /** For who is signed in. */
  signedIn: 'Your account’s address is confirmed already, so one press puts it on the list.',
  /** For who is signed in and on the list; leads to that page. */
  leave: 'See it, or leave, on “Your data”',
  missing: 'Enter your email address.',
  malformed: 'Enter an email address like name@example.com.',
  asked: {
    title: 'Check your inbox',
    message: 'Confirm your address and we’ll write once, on launch day.',
  },
  /** Before the address. */
  sentTo: 'We’re writing to',
  /** Below that: what happens next. */
  next: [
    'Open our email and press “Confirm my email”.',
    'There’s no launch date yet. On the day, you get one email.',
    'Changed your mind? Every email has a link to leave.',
  ],
  noMail: 'Didn’t get the email? Check your spam folder, or enter the address again.',
  again: 'Enter another address',
  /** Only robots fill it in. */
  trap: 'Leave this empty',
} as const;
