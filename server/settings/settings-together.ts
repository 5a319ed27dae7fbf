import { isLoopbackHost, isOwnSecureUrl, registrableDomain } from './loopback.ts';
import type { Environment, SettingProblem } from './settings.ts';

/** The forms' names at our own form service. */
export const DEFAULT_FORM_KEYS = { FORM_CONTACT_KEY: 'contact', FORM_FEEDBACK_KEY: 'feedback' } as const;

/** Settings that can only be judged together with another one. */
const DEPENDS_ON: Readonly<Record<string, string>> = {
  SMTP_URL: 'SITE_ORIGIN',
  TOKEN_SYNC_URL: 'SITE_ORIGIN',
  FORM_CONTACT_KEY: 'FORM_ENDPOINT',
  FORM_FEEDBACK_KEY: 'FORM_ENDPOINT',
};

/** Whether a problem of this setting only follows from a `bad` one. */
export function dependsOn(name: string, bad: ReadonlySet<string>): boolean {
  const judge = DEPENDS_ON[name];
  return bad.has(name) || (judge !== undefined && bad.has(judge));
}

/** What is wrong only together: each setting may be fine alone. `siteOrigin` is the one that counts, set or not. */
export function problemsTogether(env: Environment, siteOrigin: string): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const add = (name: string, problem: string) => problems.push({ name, problem });
  if (env.DATABASE_URL !== undefined && env.AUTH_SECRET === undefined) {
    add(
      'AUTH_SECRET',
      'is required with DATABASE_URL, the same for every process (try: openssl rand -base64 48)',
    );
  }
  if (!isLoopbackHost(new URL(siteOrigin).hostname) && env.SMTP_URL === undefined) {
    add(
      'SMTP_URL',
      `is required: ${siteOrigin} is not this machine, and without a mail server nobody could confirm an address`,
    );
  }
  for (const [id, secret] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ] as const) {
    if (env[id] === undefined && env[secret] !== undefined) add(id, `is required with ${secret}`);
    if (id !== 'STRIPE_PUBLISHABLE_KEY' && env[id] !== undefined && env[secret] === undefined) {
      add(secret, `is required with ${id}`);
    }
  }
  if (
    env.STRIPE_SECRET_KEY !== undefined &&
    env.STRIPE_PUBLISHABLE_KEY !== undefined &&
    isForTests(env.STRIPE_SECRET_KEY) !== isForTests(env.STRIPE_PUBLISHABLE_KEY)
  ) {
    add(
      'STRIPE_SECRET_KEY',
      'belongs to another mode than STRIPE_PUBLISHABLE_KEY: both must be live, or both for tests',
    );
  }
  for (const name of ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL', 'STRIPE_API_URL'] as const) {
    const { protocol, hostname } = new URL(env[name]);
    if (protocol === 'http:' && !isLoopbackHost(hostname)) add(name, 'must be https: secrets are sent there');
  }
  for (const name of ['FORM_ENDPOINT', 'PRODUCT_API_URL'] as const) {
    if (env[name].startsWith('http:') && !isLoopbackHost(new URL(env[name]).hostname))
      add(name, 'must be https: what visitors write is sent there');
  }
  if (env.TOKEN_SYNC_URL !== undefined && !isOwnSecureUrl(env.TOKEN_SYNC_URL, siteOrigin)) {
    add(
      'TOKEN_SYNC_URL',
      `must be https and on ${registrableDomain(siteOrigin)} or below it: tokens are sent there`,
    );
  }
  for (const name of ['FORM_CONTACT_KEY', 'FORM_FEEDBACK_KEY'] as const) {
    if (env.FORM_ENDPOINT === '' && env[name] !== DEFAULT_FORM_KEYS[name])
      add(name, 'is a key of a hosted form service: set FORM_ENDPOINT as well');
  }
  return problems;
}

/** Stripe's keys say so: `sk_test_…`, `pk_live_…`. */
export function isForTests(stripeKey: string): boolean {
  return stripeKey.split('_')[1] === 'test';
}
