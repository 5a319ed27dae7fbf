import { BRAND } from './brand.ts';

/** A short notice below the fields of a form: what is kept, what for, how long, who else gets it, and what one can do. */
export type Notice = {
  /** On the page “Your data”. */
  readonly title: string;
  readonly short: string;
  /** Behind the fold, each after its label in `NOTICE_WORDS`. */
  readonly items: Readonly<Record<keyof typeof LABELS, string>>;
};

const LABELS = {
  what: 'What',
  why: 'What for',
  kept: 'How long',
  who: 'Who else gets it',
  rights: 'Your rights',
} as const;

export const NOTICE_WORDS = {
  labels: LABELS,
  more: 'What, for how long, and your rights',
  link: 'Everything we keep',
} as const;

const MESSAGE_ITEMS = {
  what: 'Your name, your email address and what you write here. For a payment, its amount and Stripe’s ID for it.',
  why: 'To read it and answer you.',
  kept: 'Two years. A message sent while signed in, until you erase it or delete your account.',
  who: 'The few of us who answer get it by email. Stripe, only if you pay by card.',
  rights: `See it, correct it, take it with you or have it erased, at any time: on “Your data” if you have an account, or write to ${BRAND.contactEmail}. You can also complain to a data protection authority.`,
} as const;

/**
 * The notices, by the name under which the ledger keeps that one was seen. A page says below which fields it shows which one.
 * How long, word for word as retention has it: `RETENTION`.
 */
export const NOTICES = {
  'sign-up': {
    title: 'Your account',
    short: 'We keep your email address, your password as a hash, and your sign-ins, to run your account.',
    items: {
      what: 'Your email address, your password as a hash, what you add to your profile, and each sign-in with its time and type of browser. From Google or GitHub: your name, your address and their ID for you.',
      why: 'To run your account, and nothing else.',
      kept: 'Until you delete the account. If the address is never confirmed, 7 days.',
      who: 'Nobody. Google or GitHub learn that you signed in here, if you use them.',
      rights: `Your profile lets you correct and delete everything at once, and “Your data” gives you all of it in one file. Write to ${BRAND.contactEmail} about anything else. You can also complain to a data protection authority.`,
    },
  },
  contact: {
    title: 'A message through the contact form',
    short: 'We keep what you send to answer you.',
    items: MESSAGE_ITEMS,
  },
  feedback: {
    title: 'A message through the feedback form',
    short: 'We keep what you send to answer you.',
    items: {
      ...MESSAGE_ITEMS,
      what: 'Your name, your email address and what you write here.',
      who: 'The few of us who answer get it by email.',
    },
  },
  'launch-list': {
    title: 'A place on the launch list',
    short: 'We keep your address to write to you once, on launch day.',
    items: {
      what: 'Your email address, when you asked and when you confirmed it.',
      why: 'To write to you once, on launch day, because you agree to it here.',
      kept: 'Until you leave the list, or 30 days after that email. If you don’t confirm it, 7 days.',
      who: 'Nobody but the mail servers on the way.',
      rights: `Leave with one click in any email of the list, or on “Your data” if you have an account. Write to ${BRAND.contactEmail} to see or correct what we keep. You can also complain to a data protection authority.`,
    },
  },
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeName = keyof typeof NOTICES;

/**
 * Which words of a notice these are, as eight hexadecimal digits (FNV-1a): a page sends it along with what it shows the notice
 * for, and the words of older ones are in the history of this file.
 */
export function noticeVersion(name: NoticeName): string {
  let hash = 0x811c9dc5;
  for (const sign of JSON.stringify(NOTICES[name]))
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
