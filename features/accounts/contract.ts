/** What pages know of the settings, before any server wrote into one. */
export const ACCOUNT_SETTINGS = {
  passwordMinLength: 6,
  /** The age in years that a new account needs; with 0, no date of birth is asked for. */
  minimumAge: 0,
};
