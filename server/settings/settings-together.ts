import { isLoopbackHost } from '#server/http/client-address.ts';
import { isOwnSecureUrl, registrableDomain } from './registrable-domain.ts';
import type { Environment, SettingProblem } from './settings.ts';

/** The forms' names at our own form service. */
export const DEFAULT_FORM_KEYS = { FORM_CONTACT_KEY: 'contact', FORM_FEEDBACK_KEY: 'feedback' } as const;

/** Judged by another setting: where that one is bad, nothing can be said of these. */
const JUDGED_BY: Readonly<Record<string, string>> = {
  SMTP_URL: 'SITE_ORIGIN',
  TOKEN_SYNC_URL: 'SITE_ORIGIN',
  FORM_CONTACT_KEY: 'FORM_ENDPOINT',
  FORM_FEEDBACK_KEY: 'FORM_ENDPOINT',
};

/** Whether what is said of a setting would only follow from another one that is `bad`, or from itself. */
export function hangsOn(name: string, bad: ReadonlySet<string>): boolean {
  const judge = JUDGED_BY[name];
  return bad.has(name) || (judge !== undefined && bad.has(judge));
}

/** What is wrong only together: each setting may be fine alone. `siteOrigin` is the one that counts, set or not. */
export function problemsTogether(env: Environment, siteOrigin: string): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    problems.push({
      name: 'AUTH_SECRET',
      problem: 'is required with DATABASE_URL, the same for every process (try: openssl rand -base64 48)',
    });
  }
  if (!isLoopbackHost(new URL(siteOrigin).hostname) && env.SMTP_URL === undefined) {
    problems.push({
      name: 'SMTP_URL',
      problem: `is required: ${siteOrigin} is not this machine, and without a mail server nobody could confirm an address`,
    });
  }
  for (const [id, secret] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ] as const) {
    if (env[id] === undefined && env[secret] !== undefined)
      problems.push({ name: id, problem: `is required with ${secret}` });
    if (id !== 'STRIPE_PUBLISHABLE_KEY' && env[id] !== undefined && env[secret] === undefined) {
      problems.push({ name: secret, problem: `is required with ${id}` });
    }
  }
  if (
    env.STRIPE_SECRET_KEY !== undefined &&
    env.STRIPE_PUBLISHABLE_KEY !== undefined &&
    isForTests(env.STRIPE_SECRET_KEY) !== isForTests(env.STRIPE_PUBLISHABLE_KEY)
  ) {
    problems.push({
      name: 'STRIPE_SECRET_KEY',
      problem: 'belongs to another mode than STRIPE_PUBLISHABLE_KEY: both must be live, or both for tests',
    });
  }
  for (const name of ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL', 'STRIPE_API_URL'] as const) {
    const { protocol, hostname } = new URL(env[name]);
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      problems.push({ name, problem: 'must be https: secrets are sent there' });
  }
  if (env.FORM_ENDPOINT.startsWith('http:') && !isLoopbackHost(new URL(env.FORM_ENDPOINT).hostname)) {
    problems.push({ name: 'FORM_ENDPOINT', problem: 'must be https: what visitors write is sent there' });
  }
  if (env.TOKEN_SYNC_URL !== undefined && !isOwnSecureUrl(env.TOKEN_SYNC_URL, siteOrigin)) {
    problems.push({
      name: 'TOKEN_SYNC_URL',
      problem: `must be https and on ${registrableDomain(siteOrigin)} or below it: tokens are sent there`,
    });
  }
  for (const name of ['FORM_CONTACT_KEY', 'FORM_FEEDBACK_KEY'] as const) {
    if (env.FORM_ENDPOINT === '' && env[name] !== DEFAULT_FORM_KEYS[name])
      problems.push({ name, problem: 'is a key of a hosted form service: set FORM_ENDPOINT as well' });
  }
  return problems;
}

/** Stripe's keys say so: `sk_test_…`, `pk_live_…`. */
function isForTests(stripeKey: string): boolean {
  return stripeKey.split('_')[1] === 'test';
}
