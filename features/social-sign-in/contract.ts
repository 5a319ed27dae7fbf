import { SOCIAL_ERRORS } from './refusals.ts';

/** Paths that browsers navigate to; only `unlink` is called by a script. */
export const SOCIAL_API = {
  start: '/api/account/social/:provider',
  callback: '/api/account/social/:provider/callback',
  /** Called by a script; needs a proof of identity. */
  unlink: '/api/account/unlink-provider',
} as const;

/**
 * Signing in with Google or GitHub in a popup (docs/product.md, "Social sign-in"). The page opens `SOCIAL_API.start` in
 * the popup; the server redirects to the provider and back, and ends at `PAGES.authCallback`, which reports
 * `SocialReport` to the opening page. The report is only a hint: after `signed-in`, the page asks the server who is
 * signed in.
 */
export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' };

/** The names as a list in words, such as `Google and GitHub`. Without `Intl`, whose first use takes a slow phone 70 ms on `/auth`. */
export function namesOf(providers: readonly Provider[]): string {
  const names = providers.map((each) => PROVIDER_NAMES[each]);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

export type SocialSettings = {
  /** Whether the site has credentials for each provider. */
  readonly providers: Readonly<Record<Provider, boolean>>;
  /** Providers with a button: on a local site all, otherwise those with credentials (docs/product.md, "Social sign-in"). */
  readonly offeredProviders: readonly Provider[];
  /** Hosts that may open a sign-in popup. */
  readonly authorizedDomains: readonly string[];
};

/** Default settings, until a server writes its own into a page. */
export const SOCIAL_SETTINGS: SocialSettings = {
  providers: { google: false, github: false },
  offeredProviders: PROVIDERS,
  authorizedDomains: [],
};

/** GitHub reports no sign-in time, so it proves nothing without a second step (docs/security.md, "Who proves what"). */
export const NEVER_FRESH = 'github' satisfies Provider;

/**
 * `sign-in` opens a session. `deletion` and `proof` prove the signed-in person's identity again, before the account is
 * deleted or a sign-in method changes; they differ in the page that a redirect returns to. `link` adds a sign-in method.
 */
export const SOCIAL_PURPOSES = ['sign-in', 'deletion', 'proof', 'link'] as const;
export type SocialPurpose = (typeof SOCIAL_PURPOSES)[number];

/** `redirect`: the page itself redirects to the provider, because the popup was blocked. */
export type SocialMode = 'popup' | 'redirect';

/** Query of `GET SOCIAL_API.start`. */
export type SocialStart = {
  /** A new random id for each press of a button: 8 to 64 letters, digits, `-` or `_`. */
  readonly event: string;
  readonly purpose: SocialPurpose;
  readonly mode: SocialMode;
  /** The choice "Remember this device" (docs/product.md, "Sessions"). */
  readonly remember: 'true' | 'false';
  /** The version of the notice shown beside the button. */
  readonly notice?: string;
};

export type SocialErrorCode = keyof typeof SOCIAL_ERRORS;

export function isSocialErrorCode(value: unknown): value is SocialErrorCode {
  return typeof value === 'string' && Object.hasOwn(SOCIAL_ERRORS, value);
}

/**
 * `proved`: a purpose other than `sign-in` succeeded; the action that it allows must follow within five minutes.
 * `code-needed`: a second step, by code or passkey, must follow. `login-not-fresh`: the provider does not confirm a
 * recent sign-in, so identity is not proved.
 */
export type SocialOutcome = 'signed-in' | 'proved' | 'code-needed' | SocialErrorCode;

/** The query of `PAGES.authCallback`, and the message on the channel. `event` is empty for an unknown sign-in attempt. */
export type SocialReport = {
  readonly event: string;
  readonly outcome: SocialOutcome;
  readonly provider: Provider;
  readonly mode: SocialMode;
};

/** Name of the `BroadcastChannel`, and of the localStorage key that replaces it in browsers without one. */
export const SOCIAL_CHANNEL = 'social-sign-in';

/** Size of the popup in pixels, and times in milliseconds (docs/product.md, "Social sign-in"). */
export const SOCIAL_POPUP = {
  width: 500,
  height: 600,
  pollMs: 2_000,
  pollMobileMs: 10_000,
  /** How long after the popup closed its report may still arrive. */
  closedWithinMs: 8_000,
  /** How long the ids of events are remembered, so that a repeated report counts once. */
  eventsRememberedMs: 10 * 60_000,
} as const;
