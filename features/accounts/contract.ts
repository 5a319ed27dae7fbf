/** Pages use these defaults until a server writes its settings into the HTML. */
export const ACCOUNT_SETTINGS = {
  passwordMinLength: 6,
  refuseCommonPasswords: true,
  /** Minimum age in years; with 0, nobody is asked for a date of birth. */
  minimumAge: 0,
};
