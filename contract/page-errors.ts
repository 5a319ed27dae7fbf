/** What a page says when no server answered, or beside what the server answered. */
export const PAGE_ERRORS = {
  OFFLINE:
    'We couldn’t reach the site. Please check your connection and try again. Nothing you typed is lost.',
  UNEXPECTED: 'An unexpected error occurred.',
  STORAGE_AWAY: 'We’re having trouble on our side right now. Please try again in a minute.',
  /** What a proxy's own answer means, whose words are not ours. */
  NOT_READY: 'The site is restarting. Please try again in a moment.',
  /** Of a mailed link that came without its token, or with a part of it; what the page offers instead stands below. */
  LINK_NOT_COMPLETE:
    'Part of the link is missing: some email programs cut long links in two. Open it again from the email, or copy all of it into the address bar.',
  RESEND_FAILED: 'Failed to resend verification email',
  RESET_REQUEST_FAILED: 'Failed to send password reset email',
  SAVE_FAILED: 'Failed to save user data',
  SOCIAL_SIGN_IN_FAILED: 'Failed to sign in with {provider}',
  SIGN_OUT_FAILED: 'Error signing out',
  PROFILE_UPDATE_FAILED: 'Failed to update profile',
  /** Where somebody was asked to show once more who they are, not to sign in. */
  NOT_CONFIRMED: 'Couldn’t confirm with {provider}',
} as const;

export type ErrorValues = Readonly<Record<string, string | number>>;

/** A sentence with its `{values}` filled in. A value that is missing stays visible as `{name}`. */
export function filled(sentence: string, values: ErrorValues): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
