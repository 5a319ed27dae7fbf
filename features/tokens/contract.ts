/** What pages know of the settings. */
export type TokenSettings = {
  /** Gets the visitor's token on sign-in and sign-out (decisions §3.10); empty when there is nobody to tell. */
  readonly tokenSyncUrl: string;
  /** The site's registrable domain (`example.co.in` of `www.example.co.in`); its host name where it has none. */
  readonly registrableDomain: string;
};

/** Before any server wrote into a page. */
export const TOKEN_SETTINGS: TokenSettings = { tokenSyncUrl: '', registrableDomain: '' };
