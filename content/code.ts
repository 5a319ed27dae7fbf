import { TRUSTED_DAYS } from './durations.ts';

export const CODE_WORDS = {
  lead: 'Open your authenticator app and enter the six digits for this site. A recovery code works too.',
  label: 'Code',
  missing: 'Enter your code.',
  trust: `Don’t ask again on this device for ${TRUSTED_DAYS} days`,
  submit: 'Continue',
  cancel: 'Back to sign in',
} as const;
