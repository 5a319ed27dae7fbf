/** Words of the page where the pop-up of Google or GitHub ends. The pop-up closes by itself, so few people see this page. */
export const CALLBACK_WORDS = {
  pageTitle: 'Signing in',
  pageDescription: 'The last step of signing in with Google or GitHub.',
  ended: 'All done',
  signedIn: 'You’re signed in',
  proved: 'Thank you for confirming',
  goingOn: 'One moment…',
  close: 'You can close this window.',
  closeSignedIn: 'You can close this window and continue in the one you came from.',
  home: 'Go to the home page',
} as const;
