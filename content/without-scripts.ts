/** Shown when a browser submits an account form by itself, because the page's scripts did not load. */
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
