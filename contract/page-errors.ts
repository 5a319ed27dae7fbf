/** Sentences that any page may show if the server did not answer. Every page loads this file. */
export const PAGE_ERRORS = {
  OFFLINE:
    'We couldn’t reach the site. Please check your connection and try again. Nothing you typed is lost.',
  UNEXPECTED: 'An unexpected error occurred.',
  STORAGE_AWAY: 'We’re having trouble on our side right now. Please try again in a minute.',
  /** Shown if a proxy answered with its own error, because the site was not reachable. */
  NOT_READY: 'The site is restarting. Please try again in a moment.',
  SAVE_FAILED: 'Failed to save user data',
  SIGN_OUT_FAILED: 'Error signing out',
} as const;

export type ErrorValues = Readonly<Record<string, string | number>>;

/** Fills in the `{name}` placeholders. A placeholder without a value stays visible. */
export function filled(sentence: string, values: ErrorValues): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
