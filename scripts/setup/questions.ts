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

const brand = (key: string, flag: string, ask: string, check: Question['check']): Question => ({
  flag,
  ask,
  check,
  at: { brand: key },
});

/** A setting is checked as the server does, ignoring problems of other settings. */
const setting = (name: string, flag: string, ask: string): Question => ({
  flag,
  ask,
  check: (answer) => problemsOf({ [name]: answer }).find((problem) => problem.startsWith(`${name} `)),
  at: { env: name },
});

export const QUESTIONS: readonly Question[] = [
  brand('product', '--name <text>', 'What is the product called?', words(1, 40)),
  brand('company', '--company <text>', 'Which company makes it?', words(1, 80)),
  brand('tagline', '--tagline <text>', 'What is its tagline, the title of the home page?', words(3, 60)),
  brand(
    'description',
    '--description <text>',
    'What is it, in a sentence for search engines?',
    words(50, 160),
  ),
  brand('businessName', '--business <text>', 'What is the legal name, for the terms?', words(1, 120)),
  brand('billingName', '--billing <text>', 'Which name is on bills?', words(1, 120)),
  brand('locality', '--city <text>', 'In which city is the company?', words(1, 80)),
  brand('region', '--region <text>', 'In which region or state?', words(1, 80)),
  brand('country', '--country <text>', 'In which country?', words(1, 80)),
  brand('contactEmail', '--contact <address>', 'Which address do people write to?', mailAddress),
  brand('supportEmail', '--support <address>', 'Which address do they ask for help?', mailAddress),
  brand(
    'securityEmail',
    '--security <address>',
    'Which address do they report security holes to?',
    mailAddress,
  ),
  brand('name', '--officer <text>', 'Who answers requests about personal data?', words(1, 80)),
  brand('email', '--officer-mail <address>', 'What is that person’s email address?', mailAddress),
  setting(
    'SITE_ORIGIN',
    '--origin <url>',
    'Which address do visitors type? Leave it empty to try the site on this machine',
  ),
  setting(
    'SMTP_URL',
    '--mail-server <url>',
    'Which mail server sends emails? Leave it empty to keep them in the mailbox',
  ),
  setting(
    'MAIL_FROM',
    '--mail-from <sender>',
    'Who is the sender of all emails? Leave it empty for a sample',
  ),
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
  // Features that lacked something before this answer are not reported.
  const known = lackingWhatTheyNeed(FEATURES);
  const left = FEATURES.filter(({ name }) => !names.includes(name));
  const lacking = lackingWhatTheyNeed(left).find((feature) => !known.includes(feature));
  return (
    lacking &&
    `Please keep ${lacking.needsOneOf?.join(' or ')}, or leave out ${lacking.name} as well: it needs one of them.`
  );
}
