import { BRAND } from '#content/brand.ts';
import type { Mail } from '#content/mails.ts';

/** Words of the launch-list field. The home page loads this file; words for other pages are in `launch-list-pages.ts`. */
export const LAUNCH_LIST_WORDS = {
  email: 'Email address',
  submit: 'Tell me at launch',
  busy: 'Sending...',
  /** The text for people who are signed in. */
  signedIn: 'Your account’s address is confirmed already, so one press puts it on the list.',
  /** The link to “Your data”, for people who are signed in and on the list. */
  leave: 'See it, or leave, on “Your data”',
  missing: 'Enter your email address.',
  asked: {
    title: 'Check your inbox',
    message: 'Confirm your address and we’ll write once, on launch day.',
  },
  /** The words before the visitor's email address. */
  sentTo: 'We’re writing to',
  /** The next steps, listed below the email address. */
  next: [
    'Open our email and press “Confirm my email”.',
    'There’s no launch date yet. On the day, you get one email.',
    'Changed your mind? Every email has a link to leave.',
  ],
  noMail: 'Didn’t get the email? Check your spam folder, or enter the address again.',
  again: 'Enter another address',
  trap: 'Leave this empty',
} as const;

const LEAVE = { label: 'Leave the launch list', link: '{leaveLink}' } as const;

export const LIST_CONFIRM_MAIL = {
  name: 'launch-list-confirm',
  label: 'Confirming the launch list',
  tells: 'A link to confirm your launch-list entry',
  values: { link: 'link', leaveLink: 'link' },
  wording: {
    subject: 'Confirm your email for the launch list',
    preview: `Confirm, and we’ll tell you when ${BRAND.product} launches.`,
    heading: 'Confirm that you want to hear from us',
    paragraphs: [
      `Someone, hopefully you, entered this address on our site to hear when ${BRAND.product} launches. Open the link and press the button on the page, and we’ll write to you once, on launch day.`,
    ],
    action: { label: 'Confirm my email', link: '{link}' },
    leave: LEAVE,
    notes: [
      'The link works for 7 days.',
      'If it wasn’t you, ignore this email. Unless you confirm, you’re not on the list, and the address is removed after 7 days.',
    ],
    reason: 'You’re receiving this because someone entered this address under “Tell me at launch”.',
  },
} as const satisfies Mail;

export const LIST_KNOWN_MAIL = {
  name: 'launch-list-known',
  label: 'You’re on the launch list',
  tells: 'That you’re on the launch list',
  values: { leaveLink: 'link' },
  wording: {
    subject: 'You’re on the launch list',
    preview: 'There’s nothing more to do.',
    heading: 'You’re on the list',
    paragraphs: [
      `This address is confirmed, so there’s nothing more to do. You get one email from this list, on the day ${BRAND.product} launches.`,
    ],
    leave: LEAVE,
    notes: [],
    reason:
      'You’re receiving this because someone, most likely you, entered this address under “Tell me at launch”.',
  },
} as const satisfies Mail;

export const LAUNCH_MAIL = {
  name: 'launch-mail',
  label: 'The launch',
  tells: 'That we have launched',
  values: { subject: 'line', text: 'text', site: 'link', leaveLink: 'link' },
  wording: {
    subject: '{subject}',
    preview: '{subject}',
    heading: '{subject}',
    paragraphs: ['{text}'],
    action: { label: `Open ${BRAND.product}`, link: '{site}' },
    leave: LEAVE,
    notes: [],
    reason:
      'You’re receiving this because you asked us to tell you at launch. It’s the only email we send to this list.',
  },
} as const satisfies Mail;

/** The launch mail as an operator gets it first. Its own name tells the two apart in the console. */
export const LAUNCH_TEST_MAIL = {
  ...LAUNCH_MAIL,
  name: 'launch-test',
  label: 'Test of the launch email',
  tells: 'How the email about our launch will look, for the one of us who wrote it',
} as const satisfies Mail;
