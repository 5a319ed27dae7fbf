import { BRAND } from '#content/brand.ts';
import type { Mail } from '#content/mails.ts';
import { PAGES } from '#content/page-paths.ts';

export const RIGHTS_LINK_MINUTES = 60;

export const REQUESTS: readonly string[] = [
  'See what you keep about me',
  'Correct something',
  'Erase something',
  'Stop using my data for something',
  'Name someone to act for me',
  'Complain',
  'Something else',
];

/** Words of `/your-data`. Words of the pages that the server makes are in `your-data-rights-pages.ts`. */
export const RIGHTS_WORDS = {
  pageTitle: 'Your rights',
  pageDescription:
    'See, download or erase what we keep under your email address, without an account, or ask us for anything else.',
  title: 'Your rights',
  lead: 'See what we keep under your email address, download it or erase it. You don’t need an account, and you don’t need to write to anyone.',
  ask: {
    title: 'See, download or erase',
    lead: 'If you wrote to us or joined the launch list, enter the address you used. We’ll email you a link to a page that shows everything we keep under it.',
    email: 'Email',
    hint: `The link works for ${RIGHTS_LINK_MINUTES} minutes. Opening it changes nothing.`,
    submit: 'Email me the link',
    account: 'Have an account? What belongs to it is on a page of its own, after signing in:',
    accountLink: 'Your data',
    asked: {
      title: 'Check your inbox',
      message: `We’ve sent a link to that address, whether or not we keep anything under it. It works for ${RIGHTS_LINK_MINUTES} minutes. Didn’t get the email? Check your spam folder.`,
    },
  },
  form: {
    title: 'Request about personal data',
    heading: 'Ask, object or complain',
    lead: 'For anything the link can’t do. You get a reference number at once, here and by email, and the date by which we answer.',
    request: 'What do you want us to do?',
    choose: 'Choose one',
    missing: 'Choose what you want us to do.',
    email: 'Your email',
    message: 'Details',
    hint: 'Please leave out passwords and other people’s details.',
    submit: 'Send the request',
  },
  officer: {
    text: 'Looks into every request and complaint about personal data.',
    authority:
      'If our answer doesn’t help, you can complain to the data protection authority where you live.',
  },
} as const;

export const RIGHTS_PAGE = {
  path: PAGES.rights,
  title: RIGHTS_WORDS.pageTitle,
  description: RIGHTS_WORDS.pageDescription,
};

export const RIGHTS_LINK_MAIL = {
  name: 'rights-link',
  label: 'Link to what we keep',
  tells: 'A link to see what we keep under your address',
  values: { link: 'link' },
  wording: {
    subject: 'What we keep under this address',
    preview: 'See it, download it or erase it.',
    heading: 'See what we keep under this address',
    paragraphs: [
      `Someone, hopefully you, asked to see what ${BRAND.company} keeps under this address. Open the link to see it, download it or erase it. Opening the link changes nothing.`,
    ],
    action: { label: 'See what you keep', link: '{link}' },
    notes: [
      `The link works for ${RIGHTS_LINK_MINUTES} minutes. Anyone who has it can see your messages to us, so please don’t pass this email on.`,
      'If you didn’t ask for this, ignore this email. The person who did has learnt nothing about you.',
    ],
    reason: `You’re receiving this because someone entered this address under “Your rights” on the ${BRAND.product} site. We send this email to any address, whether or not we keep anything under it.`,
  },
} as const satisfies Mail;
