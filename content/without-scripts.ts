/** Shown if the browser itself submits an account form, because the page's scripts did not load. */
export const WITHOUT_SCRIPTS = {
  title: 'The page hadn’t loaded fully',
  lead: 'Accounts need JavaScript, and it didn’t reach your browser. We haven’t used or kept anything you typed.',
  steps: [
    'Check your connection.',
    'Go back in your browser and reload the page. You may have to type your password again.',
    'If JavaScript is turned off, turn it on for this site.',
  ],
  open: 'Open the sign-in page',
} as const;

/** Words of the prerendered account pages. The build leaves them out of the browser's scripts. */
export const NEEDS_SCRIPTS = {
  text: 'Creating an account and signing in need JavaScript. Please turn it on for this site.',
  elsewhere: 'These pages work without it:',
  launchList: 'Launch list',
  contact: 'Contact',
} as const;
