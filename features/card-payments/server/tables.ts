import type { Generated } from 'kysely';
import { PAYMENT_COLUMNS } from '#content/features/card-payments-data.ts';
import { ofOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** docs/decisions/0019 explains these states. In `asked` and `unknown` the card may have been charged. */
export type PaymentState = 'known' | 'asked' | 'unknown' | 'settled' | 'cancelled';

/** A payment may outlive its message. Only the message has the amount. */
export type PaymentsTable = {
  submission_id: string;
  state: PaymentState;
  /** The message's digest. A repeated message is charged once, even after an operator deleted it. */
  digest: string;
  /** SHA-256 of form and email address, hex. */
  sender: string;
  /** Stripe's id of the PaymentIntent. Null until it is created. */
  intent: string | null;
  /** How often the payment was restarted with a new intent. Part of Stripe's idempotency key. */
  begun: Generated<number>;
  tries: Generated<number>;
  /** The number of consecutive checks at Stripe whose result was unknown. */
  asks: Generated<number>;
  refusal: string | null;
  /** When the sender was told, while paying for another message, that this payment is settled. Null if this has not happened. */
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
