import type { Provider } from '#features/social-sign-in/contract.ts';

/**
 * Settings that the page needs at run time (docs/product.md, "Settings"). The server writes them as JSON into the inert script
 * tag with the id `PUBLIC_SETTINGS_ID` of every page. Nothing in here is a secret.
 */
export type PublicSettings = {
  /** Scheme and host under which the site is known, without a slash at the end (`SITE_ORIGIN`). */
  readonly siteOrigin: string;
  /** The host of the product API (`PRODUCT_API_URL`): empty for our own server on the same origin. */
  readonly apiHost: string;
  /** The `x-api-key` of the product API. Names the client, opens nothing. */
  readonly apiKey: string;
  readonly passwordMinLength: number;
  /** In years, for whoever wants an account; 0 asks nobody. */
  readonly minimumAge: number;
  readonly devtoolsGuard: boolean;
  /** Which social sign-ins have credentials. */
  readonly providers: { readonly google: boolean; readonly github: boolean };
  /** Which of them visitors see: on this machine all, elsewhere those with credentials (docs/product.md, "Social sign-in"). */
  readonly offeredProviders: readonly Provider[];
  /** Hosts on which a sign-in popup may be opened. */
  readonly authorizedDomains: readonly string[];
  /** Where the forms are sent: scheme and host of a hosted form service, empty for our own server; and their keys there. */
  readonly forms: { readonly endpoint: string; readonly contact: string; readonly feedback: string };
  /** Stripe's publishable key; empty when no card payment is set up. */
  readonly stripePublishableKey: string;
  /** Gets the visitor's token on sign-in and sign-out (docs/product.md, "Token sync"); empty when there is nobody to tell. */
  readonly tokenSyncUrl: string;
  /** The site's registrable domain (`example.co.in` of `www.example.co.in`); its host name where it has none. */
  readonly registrableDomain: string;
};

export const PUBLIC_SETTINGS_ID = 'public-settings';

/** What a page has before any server wrote into it: the defaults of development. */
export const DEFAULT_PUBLIC_SETTINGS: PublicSettings = {
  siteOrigin: '',
  apiHost: '',
  apiKey: 'site-web',
  passwordMinLength: 6,
  minimumAge: 0,
  devtoolsGuard: false,
  providers: { google: false, github: false },
  offeredProviders: ['google', 'github'],
  authorizedDomains: [],
  forms: { endpoint: '', contact: 'contact', feedback: 'feedback' },
  stripePublishableKey: '',
  tokenSyncUrl: '',
  registrableDomain: '',
};
