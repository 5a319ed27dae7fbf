/** The words of passkeys, apart from the other words of accounts: only the security page and a prompt load them. */
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
  name: 'Name of this passkey',
  save: 'Save name',
  cancel: 'Cancel',
  codesLead:
    'Each one works once. Keep them somewhere safe: if you reset your password by email, we ask for one, so that someone in your mailbox can’t get in. We show them only now.',
  /** Once in each browser, after somebody has signed in with a password. */
  offer: { text: 'Sign in without a password next time.', add: 'Add a passkey' },
  /** The server's answers. */
  done: {
    added: 'Your passkey has been added.',
    renamed: 'The name has been changed.',
    removed: 'The passkey has been removed. You can now delete it from your device as well.',
  },
  /** In the dialogs that ask who is there. */
  confirm: 'Use a passkey',
  isThere: 'This device already has a passkey for your account.',
  notHere: 'This browser can’t use passkeys here. Please choose another way.',
} as const;
