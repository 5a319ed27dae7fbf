import type { Generated } from 'kysely';
import { PAYMENT_COLUMNS } from '#content/features/card-payments-data.ts';
import { ofOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** The state of a card payment (docs/decisions/0019). In the states `asked` and `unknown` the card may have been charged. */
export type PaymentState = 'known' | 'asked' | 'unknown' | 'settled' | 'cancelled';

/** The card payment of a message. It may outlive the message; only the message has the amount. */
export type PaymentsTable = {
  submission_id: string;
  state: PaymentState;
  /** The message's digest: a repeated message is charged once, even after an operator deleted it. */
  digest: string;
  /** SHA-256 over form and email address, in hex. */
  sender: string;
  /** Stripe's id of the PaymentIntent; null until the intent is created. */
  intent: string | null;
  /** How often the payment was restarted with a new intent; part of Stripe's idempotency key. */
  begun: Generated<number>;
  tries: Generated<number>;
  /** Consecutive checks at Stripe after which the result was still unknown. */
  asks: Generated<number>;
  /** Stripe's code of the latest refusal that only an operator can fix. */
  refusal: string | null;
  /** When the sender, paying for another message, was told that this payment is settled. */
  told_at: IsoTime | null;
  created_at: IsoTime;
  look_at: IsoTime;
};

export const paymentTables = {
  payments: {
    ...PAYMENT_COLUMNS.payments,
    where: ofOwnSubmissions,
    order: ['submission_id'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    payments: PaymentsTable;
  }
}
