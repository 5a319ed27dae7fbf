/** The words of the page behind “This wasn’t me”. */
export const NOT_ME_WORDS = {
  pageTitle: 'Wasn’t you?',
  pageDescription: 'Stop a change to your account that wasn’t you: one press signs everyone out.',
  lead: 'Press the button, and everyone is signed out of your account. What was changed can’t be used to sign in until you’ve decided about it.',
  submit: 'This wasn’t me',
  /** For a link that is cut, or no longer works. */
  otherwise:
    'You can also sign in and look at your security page, which shows how your account can be opened now, or choose a new password by email, which signs everyone else out.',
  frozen: {
    title: 'Your account is frozen',
    lead: 'Everyone is signed out. What was changed no longer opens your account.',
    takeBackTitle: 'Undo the change',
    takeBackLead:
      'Type your password as it was before the change, or one of your recovery codes. We’ll undo the change and everything after it.',
    field: 'Earlier password or recovery code',
    missing: 'Enter your earlier password or a recovery code.',
    submit: 'Undo the change',
    otherWays:
      'You can also sign in as you did before, and decide on the security page. If a password was your only sign-in method, you can also choose a new one by email.',
  },
  kept: {
    title: 'This change was kept',
    lead: 'Someone who was signed in has said that it was theirs, so this link no longer freezes anything.',
  },
  takenBack: {
    title: 'The change is undone',
    lead: 'You can sign in as you did before the change. If you undid a sign-in, the password or the account that it used no longer works here. If that was your password, or someone else may know it, choose a new one now.',
  },
  signIn: 'Sign in',
  newPassword: 'Choose a new password',
} as const;
