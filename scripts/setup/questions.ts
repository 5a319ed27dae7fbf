import { isAddress } from '#contract/address.ts';
import { FEATURES } from '#server/features.ts';
import { readSettings } from '#server/settings/settings.ts';
import { lackingWhatTheyNeed } from '../remove/plan.ts';

/** A question whose answer is a text. The present value is read from the place to which the answer is written. */
export type Question = {
  /** The command-line flag in commander's notation. */
  readonly flag: string;
  readonly ask: string;
  /** The sentence on how to correct a wrong answer; undefined for a good one. */
  readonly check: (answer: string) => string | undefined;
  /** Where the answer is stored: a text of `content/brand.ts` by its key, or a setting of `.env`. */
  readonly at: { readonly brand: string } | { readonly env: string };
};

export const QUESTIONS: readonly Question[] = [
  {
    flag: '--name <text>',
    ask: 'What is the product called?',
    check: words(1, 40),
    at: { brand: 'product' },
  },
  { flag: '--company <text>', ask: 'Which company makes it?', check: words(1, 80), at: { brand: 'company' } },
  {
    flag: '--tagline <text>',
    ask: 'Its tagline, the title of the home page?',
    check: words(3, 60),
    at: { brand: 'tagline' },
  },
  {
    flag: '--description <text>',
    ask: 'What it is, for search engines?',
    check: words(50, 160),
    at: { brand: 'description' },
  },
  {
    flag: '--business <text>',
    ask: 'The legal name, for the terms?',
    check: words(1, 120),
    at: { brand: 'businessName' },
  },
  { flag: '--billing <text>', ask: 'The name on bills?', check: words(1, 120), at: { brand: 'billingName' } },
  {
    flag: '--city <text>',
    ask: 'Where is the company: the city?',
    check: words(1, 80),
    at: { brand: 'locality' },
  },
  { flag: '--region <text>', ask: 'The region or state?', check: words(1, 80), at: { brand: 'region' } },
  { flag: '--country <text>', ask: 'The country?', check: words(1, 80), at: { brand: 'country' } },
  {
    flag: '--contact <address>',
    ask: 'Where do people write to?',
    check: mailAddress,
    at: { brand: 'contactEmail' },
  },
  {
    flag: '--support <address>',
    ask: 'Where do they ask for help?',
    check: mailAddress,
    at: { brand: 'supportEmail' },
  },
  {
    flag: '--security <address>',
    ask: 'Where do they report security holes?',
    check: mailAddress,
    at: { brand: 'securityEmail' },
  },
  {
    flag: '--officer <text>',
    ask: 'Who answers for personal data?',
    check: words(1, 80),
    at: { brand: 'name' },
  },
  {
    flag: '--officer-mail <address>',
    ask: 'That person’s address?',
    check: mailAddress,
    at: { brand: 'email' },
  },
  {
    flag: '--origin <url>',
    ask: 'The address that visitors type? Empty: this machine, to try it',
    check: setting('SITE_ORIGIN'),
    at: { env: 'SITE_ORIGIN' },
  },
  {
    flag: '--mail-server <url>',
    ask: 'The mail server? Empty: mails are kept in the mailbox',
    check: setting('SMTP_URL'),
    at: { env: 'SMTP_URL' },
  },
  {
    flag: '--mail-from <sender>',
    ask: 'The sender of all mails? Empty: a sample',
    check: setting('MAIL_FROM'),
    at: { env: 'MAIL_FROM' },
  },
];

function words(least: number, most: number) {
  return (answer: string) => {
    if (/\p{Cc}/u.test(answer)) return 'Please write it on one line.';
    return answer.trim().length < least || answer.length > most
      ? `Please write ${least} to ${most} characters; these are ${answer.length}.`
      : undefined;
  };
}

function mailAddress(answer: string): string | undefined {
  return isAddress(answer) ? undefined : 'Please write an email address, like hello@your-site.com.';
}

/** Checks one setting as the server does, ignoring problems of other settings. */
function setting(name: string) {
  return (answer: string) => problemsOf({ [name]: answer }).find((problem) => problem.startsWith(`${name} `));
}

/** Problems of these settings taken together, a sentence each. */
export function problemsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const read = readSettings(env, FEATURES);
  return read.kind === 'ok' ? [] : read.problems.map(({ name, problem }) => `${name} ${problem}.`);
}

export function colourProblem(answer: string): string | undefined {
  return /^#[\da-f]{6}$/i.test(answer) ? undefined : 'Please write the colour as six digits, like #2563eb.';
}

/** The sentence on why these features cannot be removed; undefined if they can. */
export function leftOutProblem(names: readonly string[]): string | undefined {
  const optional = FEATURES.filter(({ isCore }) => isCore !== true);
  const unknown = names.filter((name) => !optional.some((feature) => feature.name === name));
  if (unknown.length > 0)
    return `Please choose from ${optional.map(({ name }) => name).join(', ')}; there is no ${unknown.join(', ')}.`;
  // What the fork lacks already is none of this answer's doing.
  const known = lackingWhatTheyNeed(FEATURES);
  const left = FEATURES.filter(({ name }) => !names.includes(name));
  const lacking = lackingWhatTheyNeed(left).find((feature) => !known.includes(feature));
  return (
    lacking &&
    `Please keep ${lacking.needsOneOf?.join(' or ')}, or leave out ${lacking.name} as well: it needs one.`
  );
}
