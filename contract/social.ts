/**
 * Signing in with Google or GitHub through a window of its own (decisions §3.9). The page opens
 * `SOCIAL_API.start` in a popup; the server leads to the provider and back, and ends at `PAGES.authCallback`, which
 * reports `SocialReport` to the page that opened it. The report is only a hint: whoever hears `signed-in` asks the
 * server who is signed in.
 */
export const PROVIDERS = ['google', 'github'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' };

/** `sign-in`: open a session. `deletion`: prove once more who is signed in, before an account is deleted (decisions §3.11). */
export type SocialPurpose = 'sign-in' | 'deletion';

/** `redirect`: in the page itself, where the browser blocked the popup. */
export type SocialMode = 'popup' | 'redirect';

/** Query of `GET SOCIAL_API.start`. */
export type SocialStart = {
  /** Made by the page for this one press: 8 to 64 letters, digits, `-` or `_`. */
  readonly event: string;
  readonly purpose: SocialPurpose;
  readonly mode: SocialMode;
  /** "Remember this device" (decisions §3.7). */
  readonly remember: 'true' | 'false';
};

/**
 * The identity-provider codes of spec §8 with a sentence and a next step each. It stands below the headline
 * "Failed to sign in with {provider}".
 */
export const SOCIAL_ERRORS = {
  'popup-blocked': 'Your browser kept the sign-in window from opening. We are going on in this one instead.',
  'popup-closed-by-user':
    'The sign-in window was closed before it was done. If you still see it, go on there; otherwise please try again.',
  'cancelled-popup-request':
    'You started again, so the first sign-in window no longer counts. Please use the newer one.',
  'unauthorized-domain':
    'Signing in does not work from this web address. Please open the site at the address its company gives, and try again.',
  'network-request-failed': 'We could not reach the site. Please check your connection and try again.',
  'too-many-requests': 'There were too many tries from here. Please wait a minute and try again.',
  'email-already-in-use':
    'Another account uses this email address. Please sign in the way you did the first time.',
  'invalid-credential': 'The provider did not confirm who you are. Please try again.',
  'user-not-found': 'There is no account to go with this. Please sign in again.',
  'wrong-password':
    'The password was not right. Please try again, or choose a new one with “Forgot Password?”.',
  'user-cancelled':
    'You said no on the provider’s page, so nothing was shared. You can try again at any time.',
  'provider-unavailable':
    'The provider does not answer at the moment. Please try again in a few minutes, or use your email address.',
  'invalid-state':
    'The answer did not fit what this browser asked for, so it was not used. Please start again from the sign-in page.',
  'invalid-provider-answer':
    'The provider’s answer could not be trusted, so it was not used. Please try again, or use your email address.',
  'unverified-email':
    'The provider has not confirmed your email address. Please confirm it there, and try again.',
  'email-missing':
    'The provider shared no email address with us. Please add one there, or use your email address here.',
  'operation-not-allowed': 'This server has not been set up for it. Please use your email address instead.',
  'user-mismatch':
    'That was another account than the one you are signed in with. Please choose the same one.',
  'requires-recent-login': 'Your session has ended. Please sign in again.',
  timeout: 'This took too long. Please start again from the sign-in page.',
  'internal-error': 'Something went wrong on our side. Please try again in a moment.',
} as const;

export type SocialErrorCode = keyof typeof SOCIAL_ERRORS;

export function isSocialErrorCode(value: unknown): value is SocialErrorCode {
  return typeof value === 'string' && Object.hasOwn(SOCIAL_ERRORS, value);
}

/** `proved`: a deletion may follow within five minutes. */
export type SocialOutcome = 'signed-in' | 'proved' | SocialErrorCode;

/** Query of `PAGES.authCallback`, and the message on the channel. `event` is empty when the answer names no press. */
export type SocialReport = {
  readonly event: string;
  readonly outcome: SocialOutcome;
  readonly provider: Provider;
  readonly mode: SocialMode;
};

/** Name of the `BroadcastChannel`, and of the local-storage key that stands in for it. */
export const SOCIAL_CHANNEL = 'social-sign-in';

/** Spec §9, in pixels and milliseconds. */
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
