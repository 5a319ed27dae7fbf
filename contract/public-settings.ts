/**
 * Settings that pages need at run time (docs/product.md, "Settings"). The server writes them as JSON into the inert script tag
 * `PUBLIC_SETTINGS_ID` of every page. None of these settings is secret. The settings of a feature are in its `contract.ts`.
 */
export type PublicSettings = {
  /** Scheme and host of the site, without a trailing slash (`SITE_ORIGIN`). */
  readonly siteOrigin: string;
  /** The host of the product API (`PRODUCT_API_URL`). Empty if it is the site's own server. */
  readonly apiHost: string;
  /** The `x-api-key` of the product API. It names the client and grants nothing. */
  readonly apiKey: string;
};

export const PUBLIC_SETTINGS_ID = 'public-settings';

/** The settings of a page into which no server has written settings. */
export const DEFAULT_PUBLIC_SETTINGS: PublicSettings = {
  siteOrigin: '',
  apiHost: '',
  apiKey: 'site-web',
};
