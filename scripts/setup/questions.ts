import { isAddress } from '#contract/address.ts';
import { FEATURES } from '#server/features.ts';
import { readSettings } from '#server/settings/settings.ts';
import { lackingWhatTheyNeed, OPTIONAL_FEATURES, unknownFeatures } from '../remove/plan.ts';

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

const ONE_LINE: Question['check'] = words(1, 80);

/** Texts of `content/brand.ts`: key, flag, question, check. */
const OF_BRAND: readonly (readonly [key: string, flag: string, ask: string, check: Question['check']])[] = [
  ['product', '--name <text>', 'What is the product called?', words(1, 40)],
  ['company', '--company <text>', 'Which company makes it?', ONE_LINE],
  ['tagline', '--tagline <text>', 'What is its tagline, the title of the home page?', words(3, 60)],
  ['description', '--description <text>', 'What is it, in a sentence for search engines?', words(50, 160)],
  ['businessName', '--business <text>', 'What is the legal name, for the terms?', words(1, 120)],
  ['billingName', '--billing <text>', 'Which name is on bills?', words(1, 120)],
  ['foundedYear', '--founded <year>', 'In which year was the company founded?', year],
  ['copyrightYear', '--copyright <year>', 'Which year is in the copyright notice?', year],
  ['policyDate', '--policy-date <month>', 'When were the policies last updated, like May 2026?', ONE_LINE],
  ['locality', '--city <text>', 'In which city is the company?', ONE_LINE],
  ['region', '--region <text>', 'In which region or state?', ONE_LINE],
  ['country', '--country <text>', 'In which country?', ONE_LINE],
  ['contactEmail', '--contact <address>', 'Which address do people write to?', mailAddress],
  ['supportEmail', '--support <address>', 'Which address do they ask for help?', mailAddress],
  ['securityEmail', '--security <address>', 'Which address do they report security holes to?', mailAddress],
  ['name', '--officer <text>', 'Who answers requests about personal data?', ONE_LINE],
  ['email', '--officer-mail <address>', 'What is that person’s email address?', mailAddress],
];

/** Settings of `.env`: name, flag, question. */
const OF_ENV = [
  [
    'SITE_ORIGIN',
    '--origin <url>',
    'Which address do visitors type? Leave it empty to try the site on this machine',
  ],
  [
    'SMTP_URL',
    '--mail-server <url>',
    'Which mail server sends emails? Leave it empty to keep them in the mailbox',
  ],
  ['MAIL_FROM', '--mail-from <sender>', 'Who is the sender of all emails? Leave it empty for a sample'],
] as const;

export const QUESTIONS: readonly Question[] = [
  ...OF_BRAND.map(([key, flag, ask, check]) => ({ flag, ask, check, at: { brand: key } })),
  ...OF_ENV.map(([name, flag, ask]) => ({
    ...{ flag, ask, at: { env: name } },
    // Checks the answer as the server does, and ignores problems of other settings.
    check: (answer: string) =>
      problemsOf({ [name]: answer }).find((problem) => problem.startsWith(`${name} `)),
  })),
];

function words(least: number, most: number) {
  return (answer: string) => {
    if (/\p{Cc}/u.test(answer)) return 'Please write it on one line.';
    return answer.length < least || answer.length > most
      ? `Please write ${least} to ${most} characters; these are ${answer.length}.`
      : undefined;
  };
}

function year(answer: string): string | undefined {
  return /^[1-9]\d{3}$/.test(answer) ? undefined : 'Please write a year, like 2026.';
}

function mailAddress(answer: string): string | undefined {
  return isAddress(answer) ? undefined : 'Please write an email address, like hello@your-site.com.';
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
  const unknown = unknownFeatures(names);
  if (unknown.length > 0)
    return `Please choose from ${OPTIONAL_FEATURES.map(({ name }) => name).join(', ')}; there is no ${unknown.join(', ')}.`;
  // Features that already lacked something they need before this answer are not reported.
  const known = lackingWhatTheyNeed(FEATURES);
  const left = FEATURES.filter(({ name }) => !names.includes(name));
  const lacking = lackingWhatTheyNeed(left).find((feature) => !known.includes(feature));
  return (
    lacking &&
    `Please keep ${lacking.needsOneOf?.join(' or ')}, or leave out ${lacking.name} as well: it needs one of them.`
  );
}
