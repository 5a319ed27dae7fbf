/** Words about passkeys. They are in a separate file, because only the security page and the passkey prompt load them. */
export const PASSKEY_WORDS = {
  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, your face or your screen lock. There’s no password to remember, and none to steal.',
  none: 'You don’t have a passkey yet.',
  add: 'Add a passkey',
  added: 'Added',
  lastUsed: 'Last used',
  unused: 'Not used yet',
  onlyConfirms: 'It can confirm that it’s you, but can’t sign you in by itself.',
  full: 'That’s {max} passkeys, the most an account can have. Remove one to add another.',
  rename: 'Rename',
  remove: 'Remove',
  confirmRemoval: 'Yes, remove it',
  confirmLastRemoval: 'Yes, remove it and its recovery codes',
  name: 'Name of this passkey',
  nameMissing: 'Enter a name for this passkey.',
  save: 'Save name',
  cancel: 'Cancel',
  codesLead:
    'Each one works once. Keep them somewhere safe: if you reset your password by email, we ask for one, so that someone in your mailbox can’t get in. This is the only time we show them.',
  /** The passkey offer, shown once in each browser after a sign-in with a password. */
  offer: { text: 'Sign in without a password next time.', add: 'Add a passkey' },
  /** Success messages, shown after the server has accepted the change. */
  done: {
    added: 'Your passkey has been added.',
    renamed: 'The name has been changed.',
    removed: 'The passkey has been removed. You can now delete it from your device as well.',
  },
  /** The passkey button in dialogs that ask for proof of identity. */
  confirm: 'Use a passkey',
  notUsed: 'The passkey prompt closed before it was finished. Please try again, or choose another way.',
  isThere: 'This device already has a passkey for your account.',
  notHere: 'This browser can’t use passkeys here. Please choose another way.',
} as const;
