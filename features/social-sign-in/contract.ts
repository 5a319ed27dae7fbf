import { SITE_LANGUAGE } from '#contract/language.ts';
import { SOCIAL_ERRORS } from './refusals.ts';

/** Signing in with a provider. Navigated to, not called. */
export const SOCIAL_API = {
  start: '/api/account/social/:provider',
  callback: '/api/account/social/:provider/callback',
  /** Called, with a proof. */
  unlink: '/api/account/unlink-provider',
} as const;

/**
 * Signing in with Google or GitHub through a window of its own (docs/product.md, "Social sign-in"). The page opens
 * `SOCIAL_API.start` in a popup; the server leads to the provider and back, and ends at `PAGES.authCallback`, which
 * reports `SocialReport` to the page that opened it. The report is only a hint: whoever hears `signed-in` asks the
 * server who is signed in.
 */
export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' };

/** `Google and GitHub` */
export function namesOf(providers: readonly Provider[]): string {
  return new Intl.ListFormat(SITE_LANGUAGE).format(providers.map((each) => PROVIDER_NAMES[each]));
}

/** What pages know of the settings. */
export type SocialSettings = {
  /** Which have credentials. */
  readonly providers: Readonly<Record<Provider, boolean>>;
  /** Which visitors see: on this machine all, elsewhere those with credentials (docs/product.md, "Social sign-in"). */
  readonly offeredProviders: readonly Provider[];
  /** Hosts on which a sign-in popup may be opened. */
  readonly authorizedDomains: readonly string[];
};

/** Before any server wrote into a page. */
export const SOCIAL_SETTINGS: SocialSettings = {
  providers: { google: false, github: false },
  offeredProviders: PROVIDERS,
  authorizedDomains: [],
};

/** Never says when somebody signed in there, so it confirms nobody without a second step (docs/security.md, "Who proves what"). */
export const NEVER_FRESH = 'github' satisfies Provider;

/**
 * `sign-in`: open a session. `deletion` and `proof`: show once more who is signed in, before an account is deleted
 * or a way in changes; they differ in the page that a redirect comes back to. `link`: add a way into the account.
 */
export const SOCIAL_PURPOSES = ['sign-in', 'deletion', 'proof', 'link'] as const;
export type SocialPurpose = (typeof SOCIAL_PURPOSES)[number];

/** `redirect`: in the page itself, where the browser blocked the popup. */
export type SocialMode = 'popup' | 'redirect';

/** Query of `GET SOCIAL_API.start`. */
export type SocialStart = {
  /** Made by the page for this one press: 8 to 64 letters, digits, `-` or `_`. */
  readonly event: string;
  readonly purpose: SocialPurpose;
  readonly mode: SocialMode;
  /** "Remember this device" (docs/product.md, "Sessions"). */
  readonly remember: 'true' | 'false';
  /** The version of the notice beside the button (`shownNotice`). */
  readonly notice?: string;
};

export type SocialErrorCode = keyof typeof SOCIAL_ERRORS;

export function isSocialErrorCode(value: unknown): value is SocialErrorCode {
  return typeof value === 'string' && Object.hasOwn(SOCIAL_ERRORS, value);
}

/**
 * `proved`: the purpose other than `sign-in` is reached; what it allows must follow within five minutes. `code-needed`: the
 * purpose is reached with a second step, a code or a passkey. `login-not-fresh`: the provider cannot show when the person signed in
 * there, which proves nothing alone.
 */
export type SocialOutcome = 'signed-in' | 'proved' | 'code-needed' | SocialErrorCode;

/** Query of `PAGES.authCallback`, and the message on the channel. `event` is empty when the answer names no press. */
export type SocialReport = {
  readonly event: string;
  readonly outcome: SocialOutcome;
  readonly provider: Provider;
  readonly mode: SocialMode;
};

/** Name of the `BroadcastChannel`, and of the local-storage key that stands in for it. */
export const SOCIAL_CHANNEL = 'social-sign-in';

/** In pixels and milliseconds (docs/product.md, "Social sign-in"). */
export const SOCIAL_POPUP = {
  width: 500,
  height: 600,
  pollMs: 2_000,
  pollMobileMs: 10_000,
  /** From the window's closing until it counts as closed by the user. */
  closedWithinMs: 8_000,
  /** A report that comes twice counts once. */
  eventsRememberedMs: 10 * 60_000,
} as const;
