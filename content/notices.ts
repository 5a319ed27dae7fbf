type Notice = {
  readonly short: string;
  /** After a change of `short` or the items, the build prints the version to write here. */
  readonly version: string;
};

/**
 * The short text and the version of each privacy notice. When a notice is shown, the site records the notice's key and version.
 * Titles and details are in `notice-items.ts`, so that the home page, which loads this file, does not load them.
 */
export const NOTICES = {
  'sign-up': {
    short:
      'To run your account, we keep your email address, your password in unreadable form, and your sign-ins.',
    version: 'ab58c93e',
  },
  contact: {
    short: 'We keep what you send, to answer you.',
    version: '2329e93e',
  },
  feedback: {
    short: 'We keep what you send, to learn from it.',
    version: '49585e85',
  },
  'launch-list': {
    short: 'We keep your address to write at launch. Every email has a link to leave.',
    version: '39519699',
  },
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeName = keyof typeof NOTICES;

export const NOTICE_WORDS = {
  more: 'What we keep, how long, and your rights',
  link: 'Read our privacy page',
} as const;
