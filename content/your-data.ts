/** The words of the page “Your data”. */
export const YOUR_DATA_WORDS = {
  pageTitle: 'Your data',
  pageDescription:
    'What we keep about you and until when, what this browser keeps, and a copy of everything.',
  lead: 'What we keep about you, what this browser keeps, and a copy of all of it.',
  loading: 'Counting what we keep about you…',
  export: {
    title: 'Download everything',
    lead: 'A zip file with your details, your messages and their files, how and where you sign in, and what the audit log says about your account: as a page to read, and as JSON for programs.',
    hint: 'We ask once more that it’s you. Keep the file safe: it is as private as your account.',
    submit: 'Download my data',
    started: 'We’re putting your download together.',
    failed: 'That didn’t work',
    back: 'Back to “Your data”',
  },
  kept: {
    title: 'What we keep, and until when',
    lead: 'Counted just now, for your account and its address.',
    count: 'How many:',
    until: 'Kept:',
    rest: 'We keep nothing of you in the other tables. Our log and our backups can’t be counted by person;',
    restLink: 'the privacy page lists them',
  },
  browser: {
    title: 'What this browser keeps',
    lead: 'Cookies, and what our pages stored here.',
    cookie: 'Cookie',
    until: 'Kept:',
    warning:
      'Clearing signs you out here, ends what the cookies stand for, and removes drafts, your visit count and timer, and your choice of theme. Your wish not to be counted stays.',
    clear: 'Clear this browser',
    confirm: 'Sign out and clear',
    cancel: 'Cancel',
    done: 'Cleared. You’re signed out here.',
  },
} as const;
