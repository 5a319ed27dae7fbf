/** The words where who is signed in shows once more that it is them, on the security page and before a deletion. */
export const PROOF_WORDS = {
  password: 'Your password',
  cancel: 'Cancel',
  /** Of two steps, the second: by what the account has. */
  passkey: 'Now use your passkey as well.',
  passkeyOrCode: 'Now use your passkey, or enter one of your recovery codes.',
  passkeyOrApp:
    'Now use your passkey, or enter the six digits from your authenticator app or a recovery code.',
  recoveryCode: 'Recovery code',
  recoveryCodeMissing: 'Enter one of your recovery codes.',
  /** Where it is the only way in. */
  neverAlone:
    '{provider} can’t show that you signed in just now, so it isn’t enough to confirm that it’s you.',
  noPassword: 'You don’t have a password yet. With one, you can always confirm that it’s you.',
  setPassword: 'Set a password by email',
} as const;
