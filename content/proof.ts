/** Texts for proving the identity of a signed-in person again: on the security page and before a deletion. */
export const PROOF_WORDS = {
  password: 'Your password',
  cancel: 'Cancel',
  /** The second of two steps of a proof of identity, for accounts with a passkey. */
  passkey: 'Now use your passkey as well.',
  passkeyOrCode: 'Now use your passkey, or enter one of your recovery codes.',
  passkeyOrApp:
    'Now use your passkey, or enter the six digits from your authenticator app or a recovery code.',
  recoveryCode: 'Recovery code',
  noPassword: 'No password yet?',
  /** Shown instead of the provider's button if the provider cannot confirm that the person has just signed in. */
  neverAlone: '{provider} can’t show that you signed in just now. A password can confirm that it’s you.',
  setPassword: 'Set a password by email',
  forgotten: 'Forgot your password?',
  newPassword: 'Set a new one by email',
} as const;
