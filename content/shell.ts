/** The words around every page: header, footer, and the views for pages that are missing or broke. */
export const SHELL_WORDS = {
  skip: 'Skip to the content',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  viewProfile: 'View Profile',
  signOut: 'Sign Out',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  toLight: 'Switch to the light theme',
  toDark: 'Switch to the dark theme',
  rights: 'All rights reserved.',
  opening: 'Loading…',
  footerLine: 'Made in India, for anyone who has something to ask.',
} as const;

export const NOT_FOUND = {
  title: "Oops! That page can't be found.",
  text: 'It looks like nothing was found at this location. Maybe try one of the links in the menu or press back to go to the previous page.',
  back: 'Go back',
  home: 'To the home page',
} as const;

export const BROKEN = {
  title: 'Something went wrong.',
  text: 'This page stumbled, and it is our fault, not yours. Loading it again often helps.',
  reload: 'Load the page again',
  home: 'To the home page',
} as const;
