import { join, resolve } from 'node:path';
import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { DatabaseLocation } from '#server/database/database.ts';
import type { Feature } from '#server/feature.ts';
import {
  addressBlocks,
  type GivenSettings,
  isLoopbackHost,
  list,
  onOff,
  origin,
  overHttps,
  type SettingProblem,
  type SettingsOf,
  type SettingsPart,
  settingsPart,
  url,
  wholeNumber,
} from './settings-part.ts';

/**
 * The settings are read once at the start: never read `process.env` elsewhere (docs/product.md, "Settings"). A feature adds its
 * settings by declaration merging: `declare module '#server/settings/settings.ts'`.
 */
export interface Settings extends SettingsOf<typeof coreSettings> {}

export type SettingsResult =
  | { readonly kind: 'ok'; readonly settings: Settings; readonly given: GivenSettings }
  | { readonly kind: 'invalid'; readonly problems: readonly SettingProblem[] };

/** The length is in characters: 32 characters of base64 have 192 bits. */
export const SECRET_MIN_LENGTH = 32;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const coreSettings = settingsPart({
  fields: {
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
      .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces')
      .default(DEFAULT_PUBLIC_SETTINGS.apiKey),
    AUTHORIZED_DOMAINS: list.default([]),
    PRODUCT_API_URL: overHttps(origin, 'what visitors write is').default(''),
    HSTS_SUBDOMAINS: onOff.default(false),
    RATE_LIMIT_SCALE: z
      .string()
      .transform(Number)
      .refine((value) => Number.isFinite(value) && value > 0, { message: 'must be a number above 0' })
      .default(1),
    TRUSTED_PROXIES: addressBlocks.default([]),
    LOG_LEVEL: z.enum(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  },
  shown: {
    PORT: 'value',
    HOST: 'value',
    SITE_ORIGIN: 'host',
    DATA_DIR: 'value',
    DATABASE_URL: 'host',
    REDIS_URL: 'host',
    SMTP_URL: 'host',
    MAIL_FROM: 'value',
    AUTHORIZED_DOMAINS: 'value',
    PRODUCT_API_URL: 'host',
    HSTS_SUBDOMAINS: 'value',
    RATE_LIMIT_SCALE: 'value',
    TRUSTED_PROXIES: 'value',
    LOG_LEVEL: 'value',
  },
  problems: ({ DATABASE_URL, AUTH_SECRET, SMTP_URL }, siteOrigin) => [
    DATABASE_URL !== undefined &&
      AUTH_SECRET === undefined && [
        'AUTH_SECRET',
        'is required with DATABASE_URL, the same for every process (try: openssl rand -base64 48)',
      ],
    !isLoopbackHost(new URL(siteOrigin).hostname) &&
      SMTP_URL === undefined && [
        'SMTP_URL',
        `is required because ${siteOrigin} is not this machine: without a mail server nobody can confirm an address`,
        'SITE_ORIGIN',
      ],
  ],
  values: (env) => {
    const siteOrigin = env.SITE_ORIGIN ?? `http://localhost:${env.PORT}`;
    const database: DatabaseLocation =
      env.DATABASE_URL === undefined
        ? { kind: 'sqlite', file: join(env.DATA_DIR, 'site.sqlite') }
        : { kind: 'postgres', url: env.DATABASE_URL };
    return {
      port: env.PORT,
      /** The address on which the site listens. If undefined, it listens on all addresses of this machine. */
      host: env.HOST,
      /** Scheme, host and port of the site, without a trailing slash. Every link in a mail starts with it. */
      origin: siteOrigin,
      dataDir: env.DATA_DIR,
      database,
      redisUrl: env.REDIS_URL,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      /** If unset, `keyring.ts` generates a secret in `dataDir`. */
      authSecret: env.AUTH_SECRET,
      /** Secrets from before or after a change of AUTH_SECRET: accepted, but not used for new values. */
      acceptedSecrets: env.AUTH_SECRET_ACCEPTED,
      publicApiKey: env.PUBLIC_API_KEY,
      /** The authorised domains include the site’s own host name. */
      authorizedDomains: [...new Set([new URL(siteOrigin).hostname, ...env.AUTHORIZED_DOMAINS])],
      /** The product server that stores the user records. Empty if this server stores them. */
      productApiUrl: env.PRODUCT_API_URL === siteOrigin ? '' : env.PRODUCT_API_URL,
      hstsSubdomains: env.HSTS_SUBDOMAINS,
      rateLimitScale: env.RATE_LIMIT_SCALE,
      /** Addresses or CIDR blocks whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
      trustedProxies: env.TRUSTED_PROXIES,
      logLevel: env.LOG_LEVEL,
      metricsToken: env.METRICS_TOKEN,
    };
  },
});

type WithSettings = readonly Pick<Feature, 'settings'>[];

function settingsParts(features: WithSettings): readonly SettingsPart<Partial<Settings>>[] {
  return [coreSettings, ...features.flatMap(({ settings }) => settings ?? [])];
}

export function settingNames(features: WithSettings): readonly string[] {
  return settingsParts(features).flatMap(({ names }) => names);
}

/** An empty value counts as unset. Never throws: `problems` lists every problem. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  features: WithSettings,
): SettingsResult {
  const given: GivenSettings = Object.fromEntries(
    settingNames(features).flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parts = settingsParts(features).map(({ read }) => read(given));
  const alone = parts.flatMap((part) => part.alone);
  const bad = new Set<string | undefined>(alone.map(({ name }) => name));
  // Each feature declares the type of the values that it adds, so the cast is safe.
  const settings = parts.reduce((all, { values }) => Object.assign(all, values), {}) as Settings;
  const together = parts
    .flatMap((part) => part.together(settings.origin))
    .filter(([name, , dependsOn]) => !bad.has(name) && !bad.has(dependsOn))
    .map(([name, problem]) => ({ name, problem }));
  const problems = [...alone, ...together];
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', settings, given };
}

/** All settings without their secrets. `value` is undefined if a setting is not set. @public */
export function shownSettings(
  given: GivenSettings,
  features: readonly Feature[],
): readonly { readonly name: string; readonly value: string | undefined }[] {
  return settingsParts(features).flatMap(({ names, shown }) =>
    names.map((name) => {
      const value = given[name];
      return { name, value: value && inWords(value, shown[name]) };
    }),
  );
}

function inWords(value: string, shown: 'value' | 'host' | undefined): string {
  if (shown === 'value') return value;
  if (shown === undefined || !URL.canParse(value)) return 'set';
  const { protocol, host } = new URL(value);
  return host === '' ? 'set' : `${protocol}//${host}`;
}
