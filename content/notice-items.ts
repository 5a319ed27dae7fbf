import type { NoticeName } from './notices.ts';

export const NOTICE_LABELS = {
  what: 'What',
  why: 'What for',
  kept: 'How long',
  who: 'Who else gets it',
  rights: 'Your rights',
} as const;

/** @public */
export const NOTICE_TITLES: Readonly<Record<NoticeName, string>> = {
  'sign-up': 'Your account',
  contact: 'A message through the contact form',
  feedback: 'A message through the feedback form',
  'launch-list': 'A launch-list entry',
};

type Items = Readonly<Record<keyof typeof NOTICE_LABELS, string>>;

const MESSAGE_ITEMS = {
  what: 'Your name, your email address and what you write.',
  why: 'To read it and answer you.',
  kept: 'A message sent while signed out: two years. One sent while signed in: until you erase it or delete your account.',
  who: 'The few of us who answer get it by email.',
  rights:
    'See it, correct it, take it with you, have it erased, or withdraw what you agreed to, at any time: on “Your data” if you have an account, on “Your rights” if you don’t. You can also complain to a data protection authority.',
} as const;

/** The details of each notice. Periods come from `RETENTION`. */
export const NOTICE_ITEMS: Readonly<Record<NoticeName, Items>> = {
  'sign-up': {
    what: 'Your email address, your password in a form nobody can read, what you add to your profile, and each sign-in with its time and type of browser. From Google or GitHub: your name, your address and their ID for you.',
    why: 'To run your account.',
    kept: 'Until you delete the account. If you don’t confirm the address, 7 days.',
    who: 'Nobody. If you use Google or GitHub, they learn that you signed in here.',
    rights:
      'Correct or delete everything on your profile, and get all of it in one file on “Your data”. For anything else, use the form on “Your rights”. You can also complain to a data protection authority.',
  },
  contact: {
    ...MESSAGE_ITEMS,
    what: `${MESSAGE_ITEMS.what} For a payment, its amount and Stripe’s ID for it.`,
    who: `${MESSAGE_ITEMS.who} Stripe, only if you pay by card.`,
  },
  feedback: {
    ...MESSAGE_ITEMS,
    why: 'To learn from it. If it leads to a change, or you ask us something, we write to you.',
  },
  'launch-list': {
    what: 'Your email address, when you asked and when you confirmed it.',
    why: 'To write to you once, on launch day, because you ask us to.',
    kept: 'Until you leave the list, and at most 30 days after that email. If you don’t confirm the address, 7 days.',
    who: 'Nobody, except the mail servers on the way.',
    rights:
      'Leave with one click in any of our emails to the list, or on “Your data” if you have an account. Without one, “Your rights” shows and erases what we keep. You can also complain to a data protection authority.',
  },
};
