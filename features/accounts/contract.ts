/** What pages assume of the settings until a server writes its own into them. */
export const ACCOUNT_SETTINGS = {
  passwordMinLength: 6,
  /** Years; with 0, nobody is asked for a date of birth. */
  minimumAge: 0,
};
