import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';

/** Attributes of an input for an email address. The type is not `email`, because browsers then refuse `josé@example.com`. */
export const ADDRESS_INPUT = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: EMAIL_MAX_LENGTH,
} as const;
