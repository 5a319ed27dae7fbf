/** Reasons that an operator gives to open a person's data or to make a permanent change. The person sees them in the audit log. */
export const REASONS = {
  asked: 'The person asked for it',
  support: 'To answer their message',
  security: 'Abuse or a stolen account is suspected',
  legal: 'The law or an authority requires it',
  tidy: 'Spam, a test or a duplicate',
} as const;
/** Reasons that an operator gives to export the data of many people. */
export const EXPORT_REASONS = {
  write: 'To write to these people',
  elsewhere: 'To keep or use the data in another program',
  security: REASONS.security,
  legal: REASONS.legal,
} as const;
export type Reason = keyof typeof REASONS;
export const REASON_NAMES = Object.keys(REASONS) as readonly Reason[];
