export const SHELL_WORDS = {
  skip: 'Skip to the content',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  viewProfile: 'View Profile',
  signOut: 'Sign Out',
  signingOut: 'Signing out...',
  signedOut: 'Signed out successfully',
  /** Labels of the navigation, and of its copy in the menu on small screens. */
  main: 'Main',
  mainInMenu: 'Main, in the menu',
  menu: 'Menu',
  accountMenu: 'Account menu',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  theme: { light: 'Light theme.', dark: 'Dark theme.', system: 'Your device’s theme.' },
  nextTheme: {
    light: 'Switch to the light theme',
    dark: 'Switch to the dark theme',
    system: 'Switch to your device’s theme',
  },
  rights: 'All rights reserved.',
  opening: 'Loading…',
  footerLine: 'Made in India, for anyone with something to ask.',
} as const;

export const NOT_FOUND = {
  pageTitle: 'Page not found',
  title: "Oops! That page can't be found.",
  text: 'It looks like nothing was found at this location. Maybe try one of the links in the menu or press back to go to the previous page.',
  back: 'Go back',
  home: 'Go to the home page',
  contact: 'Contact us',
} as const;

/** Shown when a page does not load after a click; the present page stays open. */
export const NOT_ARRIVED = {
  title: 'This page didn’t load.',
  offline: 'You’re offline. Check your connection.',
  back: 'You’re back online.',
  unreachable: 'Check your connection, or try again in a minute.',
  again: 'Try again',
  /** The label of the button (`again`) once the connection is back. */
  open: 'Open the page',
} as const;

/** Words of the page that a web server shows while the site is down. @public */
export const MAINTENANCE = {
  title: 'We’ll be right back.',
  text: 'We’re working on the site. Please try again in a few minutes. Nothing you have here is lost.',
} as const;

export const BROKEN = {
  title: 'Something went wrong.',
  text: 'This page ran into a problem. It’s our fault, not yours. Reloading it often helps.',
  reload: 'Reload the page',
  home: 'Go to the home page',
} as const;

export const CONTROL_WORDS = {
  busy: 'One moment…',
  sending: 'Sending...',
  /** Screen readers read this before the first error, if a form has more than one error. */
  problems: '{count} fields need attention.',
  dismissMessage: 'Dismiss this message',
  notifications: 'Notifications',
  dismissNotification: 'Dismiss this notification',
  /** The button beside a password field. Its accessible name ends with the label of the field, as in “Show password”. */
  show: 'Show',
  /** Screen readers read this after the label of a link that opens a new tab. */
  newTab: '(opens in a new tab)',
} as const;
