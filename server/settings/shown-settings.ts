import { type GivenSettings, SETTING_NAMES, type SettingName } from './settings.ts';

/**
 * What an operator may see of a setting: its `value`, or of a URL only the `host`, since the rest of it may open
 * something. Whoever adds a setting decides; until then nobody sees more than whether it is set.
 */
const SHOWN: Readonly<Partial<Record<SettingName, 'value' | 'host'>>> = {
  PORT: 'value',
  HOST: 'value',
  SITE_ORIGIN: 'host',
  DATA_DIR: 'value',
  EXPORT_DIR: 'value',
  DATABASE_URL: 'host',
  REDIS_URL: 'host',
  SMTP_URL: 'host',
  MAIL_FROM: 'value',
  GOOGLE_ISSUER: 'host',
  GITHUB_URL: 'host',
  GITHUB_API_URL: 'host',
  AUTHORIZED_DOMAINS: 'value',
  PRODUCT_API_URL: 'host',
  FORM_ENDPOINT: 'host',
  FORM_CONTACT_KEY: 'value',
  FORM_FEEDBACK_KEY: 'value',
  FORM_NOTIFY_TO: 'value',
  GRIEVANCE_DAYS: 'value',
  TOKEN_SYNC_URL: 'host',
  HSTS_SUBDOMAINS: 'value',
  DEVTOOLS_GUARD: 'value',
  PASSWORD_MIN_LENGTH: 'value',
  REFUSE_COMMON_PASSWORDS: 'value',
  MINIMUM_AGE: 'value',
  RATE_LIMIT_SCALE: 'value',
  TRUSTED_PROXIES: 'value',
  CONSOLE_ADDRESSES: 'value',
  STRIPE_API_URL: 'host',
  LOG_LEVEL: 'value',
};

/** Each setting in words that hold nothing secret; `value` is undefined where it is not set. */
export function shownSettings(
  given: GivenSettings,
): readonly { readonly name: SettingName; readonly value: string | undefined }[] {
  return SETTING_NAMES.map((name) => {
    const value = given[name];
    return { name, value: value === undefined ? undefined : shown(name, value) };
  });
}

function shown(name: SettingName, value: string): string {
  if (SHOWN[name] === 'value') return value;
  if (SHOWN[name] === undefined || !URL.canParse(value)) return 'set';
  const { protocol, host } = new URL(value);
  return host === '' ? 'set' : `${protocol}//${host}`;
}
