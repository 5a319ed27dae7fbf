import { BRAND } from './brand.ts';

/** “Tell me at launch”, the field. The home screen loads these words; those of its other pages are in `launch-list-pages.ts`. */
export const LAUNCH_LIST_WORDS = {
  title: 'Hear from us on launch day',
  lead: `${BRAND.product} isn’t open yet. Leave your email and we’ll write to you once, on the day it opens.`,
  email: 'Email',
  submit: 'Tell me at launch',
  busy: 'Sending...',
  hint: 'One email on launch day, and one click to leave the list.',
  missing: 'Enter your email address.',
  malformed: 'Enter an email address like name@example.com.',
  asked: {
    title: 'Check your inbox',
    message: 'Confirm your address and we’ll write once, on launch day.',
  },
  /** Below that. */
  noMail: 'Nothing there? Check your spam folder, or enter the address again.',
  again: 'Enter another address',
  /** Only robots fill it in. */
  trap: 'Leave this empty',
} as const;
