/** Problems of account fields, for the pages that check them and the schemas that refuse them. */
export const FIELD_ERRORS = {
  EMAIL_MISSING: 'Enter your email address.',
  EMAIL_MALFORMED: 'Enter an email address like name@example.com.',
  PASSWORD_MISSING: 'Enter your password.',
  NEW_PASSWORD_MISSING: 'Choose a password.',
  PASSWORD_COMMON:
    'Too many people use this password, so it’s among the first that others would try. Please choose another one.',
  TOO_SHORT: 'Use at least {min} characters.',
  NAME_MISSING: 'Enter your name.',
  BIRTH_DATE_MISSING: 'Enter your date of birth.',
  DATE_NOT_VALID: 'Enter a date between 1900 and today, or leave it empty.',
} as const;
