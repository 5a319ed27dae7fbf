import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';

/** A field for an email address. Not of the type `email`: in that, browsers refuse `josé@example.com`. */
export const ADDRESS_INPUT = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: EMAIL_MAX_LENGTH,
} as const;
