/** What pages know of the settings. */
export type AccountSettings = {
  readonly passwordMinLength: number;
  /** In years, for whoever wants an account; 0 asks nobody. */
  readonly minimumAge: number;
};

/** Before any server wrote into a page. */
export const ACCOUNT_SETTINGS: AccountSettings = { passwordMinLength: 6, minimumAge: 0 };
