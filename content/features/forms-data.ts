import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const FORM_RETENTION = {
  'quarantined-submissions': {
    table: 'submissions',
    days: 30,
    why: 'Time enough for an operator to free what the trap for robots caught wrongly.',
    promised: [{ page: 'privacy', words: 'What our spam trap catches is removed after 30 days.' }],
  },
  /**
   * How long the site keeps messages from people who were not signed in, for all forms. The privacy notices repeat this period
   * (`content/notice-items.ts`).
   */
  'received-submissions': {
    table: 'submissions',
    days: 730,
    why: 'Nobody comes back to a message after two years; those of an account are its `messages`.',
    promised: [
      {
        page: 'privacy',
        words: 'A message sent while signed out is removed after two years.',
      },
      { page: 'contact', words: 'A message sent while signed out: two years.' },
    ],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const FORM_TABLES = {
  submissions: {
    isPersonal: true,
    what: 'Messages sent through the forms, with name and email address; for a payment, its ID and amount; for a request about personal data, by when we answer it',
    why: 'To answer you',
    recipient: 'The mailbox of those who answer; Stripe, if you pay by card',
    kept: 'Sent while signed in: until you delete the account. Sent while signed out: two years, or until the account with its address is deleted; what the spam trap catches, 30 days. Without an account, you can erase them yourself',
  },
  submission_files: {
    isPersonal: true,
    what: 'Files sent with a message, where a form accepts them',
    why: 'To answer you',
    recipient: 'The mailbox of those who answer',
    kept: 'For as long as the message',
  },
  submission_senders: {
    isPersonal: true,
    what: 'Email addresses of messages, in the spelling by which we search',
    why: 'To find your messages, however you typed your address',
    recipient: NOBODY,
    kept: 'For as long as the message',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const FORM_COLUMNS = {
  submissions: {
    shown: [
      'id',
      'form',
      'state',
      'name',
      'email',
      'message',
      'fields',
      'payment_intent',
      'amount',
      'currency',
      'created_at',
      'due_at',
      'reminded_at',
      'done_at',
      'read_at',
    ],
    withheld: ['user_id', 'idempotency_key', 'digest', 'assigned_to'],
    labels: {
      form: 'Form',
      state: 'What became of it',
      message: 'Message',
      fields: 'What else the form sent',
      payment_intent: 'Reference of the payment',
      amount: 'Amount, in paise or cents',
      currency: 'Currency',
      created_at: 'Sent',
      due_at: 'We answer by',
      reminded_at: 'We were reminded of it',
      done_at: 'Answered',
      read_at: 'Read by one of us',
    },
    values: {
      form: { contact: 'Contact', feedback: 'Feedback', rights: 'Request about personal data' },
      state: {
        received: 'It reached us',
        quarantined: 'Set aside as possible spam',
        unpaid: 'Waiting for its card payment',
      },
    },
  },
  submission_files: {
    shown: ['id', 'submission_id', 'field', 'name', 'type', 'size'],
    withheld: ['content'],
    labels: {
      field: 'Field of the form',
      name: 'File name',
      type: 'Type of file',
      size: 'Size in bytes',
    },
  },
  submission_senders: {
    shown: ['submission_id', 'address'],
    withheld: [],
    labels: { address: 'Address, as we search for it' },
  },
} as const satisfies Readonly<Record<string, Columns>>;
