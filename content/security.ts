/** The words of the security page. */
export const SECURITY_WORDS = {
  pageTitle: 'Security',
  pageDescription: 'How you sign in, where you’re signed in, and what to do if something looks wrong.',
  lead: 'How you sign in, and where you’re signed in.',
  back: 'Back to your profile',
  loading: 'Loading your security settings…',
  retry: 'Try again',
  contested: {
    title: 'You said this wasn’t you',
    lead: 'Your account stays frozen until you decide. Undoing a change also undoes everything that came after it, and signs you out everywhere else.',
    'take-back': 'Undo the change',
    keep: 'It was me, keep it',
    done: {
      'take-back':
        'Undone. Your account is as it was before the change. What an undone sign-in used no longer works.',
      keep: 'Kept as it is.',
    },
  },
  password: {
    title: 'Password',
    isSet: 'You sign in with a password.',
    isNotSet: 'You don’t have a password yet. With one, you can also sign in without Google or GitHub.',
    change: 'Change password',
    set: 'Set a password',
    field: 'New password',
    submit: 'Save password',
    cancel: 'Cancel',
    hint: 'Saving signs you out everywhere else.',
  },
  /** Below the names of those that can be used. */
  providers: {
    lead: 'Sign in with an account you already have.',
    linked: 'Connected since',
    notLinked: 'Not connected',
    notSetUp: 'Not set up on this site yet',
    link: 'Connect {provider}',
    unlink: 'Disconnect {provider}',
    done: 'Connected.',
  },
  sessions: {
    title: 'Where you’re signed in',
    lead: 'We keep the kind of browser and the times, never a place or an address.',
    isThis: 'This browser',
    since: 'Signed in',
    lastUsed: 'Last used',
    end: 'Sign out that device',
    endOthers: 'Sign out everywhere else',
    alone: 'You aren’t signed in anywhere else.',
  },
  proof: {
    title: 'Confirm that it’s you',
    text: 'Please confirm once more that it’s you before we go on. You won’t be asked again for five minutes.',
    submit: 'Confirm',
    continueWith: 'Continue with {provider}',
    waiting: 'Please continue in the {provider} window. It closes by itself.',
  },
} as const;
