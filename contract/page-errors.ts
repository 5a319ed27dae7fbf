/** Sentences that pages show if the server did not answer, or in addition to its answer. */
export const PAGE_ERRORS = {
  OFFLINE:
    'We couldn’t reach the site. Please check your connection and try again. Nothing you typed is lost.',
  UNEXPECTED: 'An unexpected error occurred.',
  STORAGE_AWAY: 'We’re having trouble on our side right now. Please try again in a minute.',
  /** Shown if a proxy answered with its own error, because the site was not reachable. */
  NOT_READY: 'The site is restarting. Please try again in a moment.',
  /** Shown if the token of a mailed link is missing or incomplete. Below this sentence, the page offers another way to continue. */
  LINK_NOT_COMPLETE:
    'Part of the link is missing: some email programs cut long links in two. Open it again from the email, or copy all of it into the address bar.',
  RESEND_FAILED: 'Failed to resend verification email',
  RESET_REQUEST_FAILED: 'Failed to send password reset email',
  SAVE_FAILED: 'Failed to save user data',
  SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
  SIGN_OUT_FAILED: 'Error signing out',
  PROFILE_UPDATE_FAILED: 'Failed to update profile',
  /** Shown if a renewed proof of identity failed. A sign-in has another sentence. */
  NOT_CONFIRMED: 'Couldn’t confirm with {provider}',
} as const;

export type ErrorValues = Readonly<Record<string, string | number>>;

/** Fills in the `{name}` placeholders. A placeholder without a value stays visible. */
export function filled(sentence: string, values: ErrorValues): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
