import type { Columns, TableFacts } from '#content/data-facts.ts';

export const PAYMENT_TABLES = {
  payments: {
    isPersonal: true,
    what: 'The card payment of a message: its state, Stripe’s ID for it, and fingerprints of the message and of its form and address',
    why: 'So that no card is charged twice, and every paid message reaches us',
    recipient: 'Stripe, which we ask about it by its ID',
    kept: 'A day after the payment went through, or with the unpaid message; at most 30 days where we can’t ask Stripe. If you erase the message, it goes once the payment can’t go through any more',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const PAYMENT_COLUMNS = {
  payments: {
    shown: ['submission_id', 'state', 'intent', 'tries', 'refusal', 'told_at', 'created_at', 'look_at'],
    withheld: ['digest', 'sender', 'begun', 'asks'],
    labels: {
      submission_id: 'Reference of the message',
      state: 'State',
      intent: 'Reference of the payment',
      tries: 'Times a card was tried',
      refusal: 'Why Stripe refuses payments',
      told_at: 'You were told that it went through',
      look_at: 'Next check',
    },
    values: {
      state: {
        known: 'Not charged',
        asked: 'Being charged',
        unknown: 'Not known yet',
        settled: 'Went through',
        cancelled: 'Cancelled',
      },
    },
  },
} as const satisfies Readonly<Record<string, Columns>>;
