import { SOCIAL_ERRORS } from './refusals.ts';

/** Browsers navigate to these paths; a script calls only `unlink`. */
export const SOCIAL_API = {
  start: '/api/account/social/:provider',
  callback: '/api/account/social/:provider/callback',
  unlink: '/api/account/unlink-provider',
} as const;

/**
 * The page opens `SOCIAL_API.start` in a popup, which ends at `PAGES.authCallback` and reports to the page. The report is
 * only a hint: after `signed-in`, the page asks the server (docs/product.md, "Social sign-in").
 */
export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' };

/** Joins names, such as `Google and GitHub`, without `Intl`, whose first use takes a slow phone 70 ms. */
export function namesOf(providers: readonly Provider[]): string {
  const names = providers.map((each) => PROVIDER_NAMES[each]);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

export type SocialSettings = {
  /** Whether the site has the provider's credentials. */
  readonly providers: Readonly<Record<Provider, boolean>>;
  /** Providers with a button: on a local site all of them, otherwise only providers whose credentials are set. */
  readonly offeredProviders: readonly Provider[];
  readonly authorizedDomains: readonly string[];
};

export const SOCIAL_SETTINGS: SocialSettings = {
  providers: { google: false, github: false },
  offeredProviders: PROVIDERS,
  authorizedDomains: [],
};

/** GitHub reports no sign-in time, so it proves the identity only with a second step (docs/security.md, "Who proves what"). */
export const NEVER_FRESH = 'github' satisfies Provider;

/**
 * `deletion` and `proof` prove the identity again; they differ in the page that a redirect returns to. `link` adds a
 * method.
 */
export const SOCIAL_PURPOSES = ['sign-in', 'deletion', 'proof', 'link'] as const;
export type SocialPurpose = (typeof SOCIAL_PURPOSES)[number];

/** `redirect`: the popup was blocked, so the page itself goes to the provider. */
export type SocialMode = 'popup' | 'redirect';

export type SocialStart = {
  /** A random id for each press of a button: 8 to 64 letters, digits, `-` or `_`. */
  readonly event: string;
  readonly purpose: SocialPurpose;
  readonly mode: SocialMode;
  /** The choice “Remember this device” (docs/product.md, "Sessions"). */
  readonly remember: 'true' | 'false';
  /** The version of the privacy notice beside the button. */
  readonly notice?: string;
};

export type SocialErrorCode = keyof typeof SOCIAL_ERRORS;

export function isSocialErrorCode(value: unknown): value is SocialErrorCode {
  return typeof value === 'string' && Object.hasOwn(SOCIAL_ERRORS, value);
}

/**
 * `proved`: the identity is proved, and the action must follow within five minutes. `code-needed`: a code or passkey must
 * follow. `login-not-fresh`: the provider confirms no recent sign-in.
 */
export type SocialOutcome = 'signed-in' | 'proved' | 'code-needed' | SocialErrorCode;

/** The message on `SOCIAL_CHANNEL`. `event` is empty if the attempt is unknown. */
export type SocialReport = {
  readonly event: string;
  readonly outcome: SocialOutcome;
  readonly provider: Provider;
};

/** The query of `PAGES.authCallback`. */
export type SocialCallback = SocialReport & { readonly mode: SocialMode };

/** The name of the `BroadcastChannel`, and of the localStorage key in browsers without one. */
export const SOCIAL_CHANNEL = 'social-sign-in';

export const SOCIAL_POPUP = {
  width: 500,
  height: 600,
  pollMs: 2_000,
  pollMobileMs: 10_000,
  /** How long the page waits for the report after the popup closed. */
  closedWithinMs: 8_000,
  /** A report that is repeated within this time counts once. */
  eventsRememberedMs: 10 * 60_000,
} as const;
