import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';

export const LAUNCH_LIST_PAGES = {
  list: {
    path: PAGES.launchList,
    title: 'The launch list',
    description: `Leave your email address, and we’ll write to you once, on the day ${BRAND.product} launches.`,
    lead: `${BRAND.product} isn’t open yet. Leave your email, and we’ll write to you once, on the day it launches. Every email has a link to leave.`,
  },
  confirm: {
    title: 'Confirm your email',
    description: `Confirm your email address, and we’ll write to you once, on the day ${BRAND.product} launches.`,
    lead: `Press the button, and we’ll write to you once, on the day ${BRAND.product} launches.`,
    submit: 'Confirm my email',
    done: {
      title: 'You’re on the list',
      // This message is also shown for 30 days after the launch mail, so it promises no further mail.
      message: `You get one email from this list, on the day ${BRAND.product} launches.`,
    },
    story: 'Read our story',
    /** The link to the sign-up, for visitors who are not signed in. */
    create: 'Create an account',
  },
  leave: {
    title: 'Leave the launch list',
    description:
      'Remove your email address from the launch list with one click. You need no account and no password.',
    lead: 'Press the button, and we’ll remove your address. You can come back at any time.',
    submit: 'Leave the list',
    done: {
      title: 'You’ve left the list',
      message: 'We’ve removed your address, and won’t write to you about the launch.',
    },
    /** Shown when the mailed link to leave the list is incomplete, with a link to `/your-data`. */
    instead:
      'You can also leave without it: we’ll email you a new link to everything under your address, and you erase it there.',
    byAddress: 'Use your email address instead',
    /** The button that shows the email field again after somebody has left the list. */
    rejoin: 'Changed your mind? Join again',
  },
  /** The heading of a page that shows an error, such as a link that has expired. */
  failed: 'That didn’t work',
  home: 'Go to the home page',
} as const;

export const LIST_ERASED = 'Launch-list entries: {count}';
