import { TRUSTED_DAYS } from '#contract/limits.ts';
import { rememberBrowserIn } from '#features/accounts/server/known-browsers.ts';

export const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 60 * 60;

/** Remembers that this browser needs no code for the account. */
export const trustBrowser = rememberBrowserIn('trusted_browsers', TRUSTED_SECONDS);
