/**
 * Settings that the page needs at run time (docs/product.md, "Settings"). The server writes them as JSON into the inert script
 * tag with the id `PUBLIC_SETTINGS_ID` of every page. Nothing in here is a secret. A feature has its own beside these, in its
 * contract.
 */
export type PublicSettings = {
  /** Scheme and host under which the site is known, without a slash at the end (`SITE_ORIGIN`). */
  readonly siteOrigin: string;
  /** The host of the product API (`PRODUCT_API_URL`): empty for our own server on the same origin. */
  readonly apiHost: string;
  /** The `x-api-key` of the product API. Names the client, opens nothing. */
  readonly apiKey: string;
  readonly devtoolsGuard: boolean;
};

export const PUBLIC_SETTINGS_ID = 'public-settings';

/** What a page has before any server wrote into it: the defaults of development. */
export const DEFAULT_PUBLIC_SETTINGS: PublicSettings = {
  siteOrigin: '',
  apiHost: '',
  apiKey: 'site-web',
  devtoolsGuard: false,
};
