import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { isAddress } from '#contract/address.ts';
import type { DatabaseLocation } from '#server/database/database.ts';
import { DEFAULT_FORM_KEYS, dependsOn, problemsTogether } from './settings-together.ts';

/** Everything that can be set from outside (docs/product.md, "Settings"), parsed. Read once at start; never read `process.env` elsewhere. */
export type Settings = Readonly<ReturnType<typeof settingsFrom>>;

export type OAuthClient = { readonly id: string; readonly secret: string };
export type SettingProblem = { readonly name: string; readonly problem: string };
export type SettingsResult =
  | { readonly kind: 'ok'; readonly settings: Settings; readonly given: GivenSettings }
  | { readonly kind: 'invalid'; readonly problems: readonly SettingProblem[] };

/** Characters. 32 random ones in base64 carry 192 bits. */
export const SECRET_MIN_LENGTH = 32;

const GOOGLE = 'https://accounts.google.com';
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const url = (schemes: readonly string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    message: `must be a URL like ${example}`,
    abort: true,
  });

const httpUrl = (example: string) =>
  url(['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''));

/** Browsers allow quotes and ampersands in a host; this goes into HTML and XML as it is, so it has none. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** In capitals or with letters of another script, a host is written as browsers send it. */
const origin = url(['http:', 'https:'], 'https://www.example.com')
  .refine(
    (value) => {
      const { origin: plain, href } = new URL(value);
      return href === `${plain}/` && PLAIN_ORIGIN.test(plain);
    },
    { message: 'must be scheme, host and port only, like https://www.example.com' },
  )
  .transform((value) => new URL(value).origin);

const list = z.string().transform((value) => value.split(/\s*,\s*/).filter((item) => item !== ''));

/** Without the name of a network card (`%eth0`): where a packet came in says nothing of who sent it. */
const isAddressBlock = (block: string) => {
  const [address = '', bits] = block.split(/\/(.*)/s);
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || address.includes('%')) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
};

const addressBlocks = list.refine((blocks) => blocks.every(isAddressBlock), {
  message: 'must be addresses or CIDR blocks like 10.0.0.0/8, separated by commas',
});

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { message: 'must be on or off' })
  .transform((value) => ['on', 'true', '1'].includes(value));

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    });

/** The path that a form is posted to is put behind it, and it stands in pages and policies as it is. */
const formEndpoint = httpUrl('https://formspree.io').refine(
  (value) => /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~/-]*)?$/.test(value),
  { message: 'must be scheme and host, perhaps with a path, like https://formspree.io' },
);

/** It becomes part of an address, and stands in pages. */
const formKey = z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits, - and _');

const ENVIRONMENT = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an address of this machine, like 127.0.0.1')
    .optional(),
  SITE_ORIGIN: origin.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  EXPORT_DIR: z.string().min(1).optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@host:465').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/,
      `must be an address like ${BRAND.product} <hello@example.com>`,
    )
    .default(`${BRAND.product} <no-reply@example.com>`),
  AUTH_SECRET: z
    .string()
    .min(
      SECRET_MIN_LENGTH,
      `must have at least ${SECRET_MIN_LENGTH} characters (try: openssl rand -base64 48)`,
    )
    .optional(),
  AUTH_SECRET_ACCEPTED: list
    .refine((secrets) => secrets.every((secret) => secret.length >= SECRET_MIN_LENGTH), {
      message: `must be secrets of at least ${SECRET_MIN_LENGTH} characters each, separated by commas`,
    })
    .default([]),
  PUBLIC_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without blanks')
    .default('site-web'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  // As it is: a slash at the end belongs to the names of some issuers.
  GOOGLE_ISSUER: url(['http:', 'https:'], GOOGLE).default(GOOGLE),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: httpUrl('https://github.com').default('https://github.com'),
  GITHUB_API_URL: httpUrl('https://api.github.com').default('https://api.github.com'),
  AUTHORIZED_DOMAINS: list.default([]),
  PRODUCT_API_URL: origin.or(z.literal('')).default(''),
  FORM_ENDPOINT: formEndpoint.or(z.literal('')).default(''),
  FORM_CONTACT_KEY: formKey.default(DEFAULT_FORM_KEYS.FORM_CONTACT_KEY),
  FORM_FEEDBACK_KEY: formKey.default(DEFAULT_FORM_KEYS.FORM_FEEDBACK_KEY),
  FORM_NOTIFY_TO: z.string().refine(isAddress, 'must be an email address').optional(),
  GRIEVANCE_DAYS: wholeNumber(1, 90).default(30),
  TOKEN_SYNC_URL: httpUrl('https://sync.example.com/token').optional(),
  HSTS_SUBDOMAINS: onOff.default(false),
  DEVTOOLS_GUARD: onOff.default(true),
  PASSWORD_MIN_LENGTH: wholeNumber(1, 128).default(6),
  REFUSE_COMMON_PASSWORDS: onOff.default(true),
  MINIMUM_AGE: wholeNumber(0, 99).default(0),
  RATE_LIMIT_SCALE: z
    .string()
    .transform(Number)
    .refine((value) => Number.isFinite(value) && value > 0, { message: 'must be a number above 0' })
    .default(1),
  TRUSTED_PROXIES: addressBlocks.default([]),
  CONSOLE_ADDRESSES: addressBlocks.default([]),
  // It stands in every page: the other key in its place would be handed to everybody.
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be the publishable key, which begins with pk_')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be the secret key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_API_URL: origin.default('https://api.stripe.com'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});

export type Environment = z.infer<typeof ENVIRONMENT>;
export type SettingName = keyof Environment;

/** What was set, as it was written. */
export type GivenSettings = Readonly<Partial<Record<SettingName, string>>>;

/** All names, for the tools that list them. */
export const SETTING_NAMES = Object.keys(ENVIRONMENT.shape) as readonly SettingName[];

/**
 * Parses the environment. An empty value counts as unset. Never throws: `problems` names every bad setting, also those
 * that are only wrong together.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SettingsResult {
  const given: GivenSettings = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = ENVIRONMENT.safeParse(given);
  if (parsed.success) {
    const problems = problemsTogether(parsed.data, originOf(parsed.data));
    return problems.length > 0
      ? { kind: 'invalid', problems }
      : { kind: 'ok', settings: settingsFrom(parsed.data), given };
  }
  const problems = parsed.error.issues.map((issue) => ({
    name: String(issue.path[0]),
    problem: issue.message,
  }));
  const bad = new Set(problems.map(({ name }) => name));
  const rest = ENVIRONMENT.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))),
  );
  const further = problemsTogether(rest, originOf(rest)).filter(({ name }) => !dependsOn(name, bad));
  return { kind: 'invalid', problems: [...problems, ...further] };
}

function settingsFrom(env: Environment) {
  const siteOrigin = originOf(env);
  const database: DatabaseLocation =
    env.DATABASE_URL === undefined
      ? { kind: 'sqlite', file: join(env.DATA_DIR, 'site.sqlite') }
      : { kind: 'postgres', url: env.DATABASE_URL };
  return {
    port: env.PORT,
    /** The address to listen on; undefined for all. */
    host: env.HOST,
    /** Scheme, host and port, without a trailing slash. Every link in a mail starts with it. */
    origin: siteOrigin,
    dataDir: env.DATA_DIR,
    exportDir: env.EXPORT_DIR,
    database,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Undefined on SQLite when unset: then it is generated into `dataDir` (see `keyring.ts`). */
    authSecret: env.AUTH_SECRET,
    /** Accepted like `authSecret`, and never used for anything new: the secrets before and after a change. */
    acceptedSecrets: env.AUTH_SECRET_ACCEPTED,
    publicApiKey: env.PUBLIC_API_KEY,
    google: client(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    googleIssuer: env.GOOGLE_ISSUER,
    github: client(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    githubUrl: env.GITHUB_URL,
    githubApiUrl: env.GITHUB_API_URL,
    /** Host names (no scheme); the site's own is always among them. */
    authorizedDomains: [...new Set([new URL(siteOrigin).hostname, ...env.AUTHORIZED_DOMAINS])],
    /** Another server that has the user records; empty for this one. */
    productApiUrl: env.PRODUCT_API_URL === siteOrigin ? '' : env.PRODUCT_API_URL,
    formEndpoint: env.FORM_ENDPOINT,
    formContactKey: env.FORM_CONTACT_KEY,
    formFeedbackKey: env.FORM_FEEDBACK_KEY,
    formNotifyTo: env.FORM_NOTIFY_TO,
    /** Days within which a request about personal data is answered. */
    grievanceDays: env.GRIEVANCE_DAYS,
    tokenSyncUrl: env.TOKEN_SYNC_URL,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    devtoolsGuard: env.DEVTOOLS_GUARD,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    refuseCommonPasswords: env.REFUSE_COMMON_PASSWORDS,
    /** Years; 0 asks nobody. */
    minimumAge: env.MINIMUM_AGE,
    /** Multiplies every limit on callers. */
    rateLimitScale: env.RATE_LIMIT_SCALE,
    /** Addresses or CIDR blocks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** Addresses or CIDR blocks from which the operators' console can be reached; empty for all. */
    consoleAddresses: env.CONSOLE_ADDRESSES,
    stripe: stripeAccount(env),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
  };
}

function stripeAccount(env: Environment) {
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY;
  if (publishableKey === undefined) return undefined;
  return { publishableKey, secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL };
}

function originOf(env: Environment): string {
  return env.SITE_ORIGIN ?? `http://localhost:${env.PORT}`;
}

function client(id: string | undefined, secret: string | undefined): OAuthClient | undefined {
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
