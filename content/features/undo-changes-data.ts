import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const UNDO_CHANGES_RETENTION = {
  'account-changes': {
    table: 'account_changes',
    days: 7,
    why: 'People who read the email about a change later than that can write to us. A contested change waits until it is decided.',
    promised: [{ page: 'privacy', words: 'How you signed in before a change is kept for 7 days' }],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const UNDO_CHANGES_TABLES = {
  account_changes: {
    isPersonal: true,
    what: 'Each change to how you sign in, and your sign-in methods as they were before it',
    why: 'To undo what wasn’t you',
    recipient: NOBODY,
    kept: `${UNDO_CHANGES_RETENTION['account-changes'].days} days; a change that you say wasn’t you, until you’ve decided about it`,
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const UNDO_CHANGES_COLUMNS = {
  account_changes: {
    shown: ['id', 'kind', 'detail', 'created_at', 'contested_at', 'kept_at', 'former_email'],
    withheld: ['user_id', 'before', 'token_hash'],
    labels: {
      kind: 'What was changed',
      detail: 'How',
      contested_at: 'You said that it wasn’t you',
      kept_at: 'You said that it was you',
      former_email: 'Address until then',
    },
    values: {
      kind: {
        device: 'A sign-in on a new device',
        password: 'The password',
        passkeys: 'The passkeys',
        providers: 'Google or GitHub',
        'second-step': 'Two-step verification',
        address: 'The email address',
        recovery: 'Help with signing in',
      },
    },
  },
} as const satisfies Readonly<Record<string, Columns>>;
