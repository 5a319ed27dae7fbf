/** What pages know of the settings, before any server wrote into one. */
export const ACCOUNT_SETTINGS = {
  passwordMinLength: 6,
  /** In years, for whoever wants an account; 0 asks nobody. */
  minimumAge: 0,
};
