import type { Generated } from 'kysely';
import { PAYMENT_COLUMNS } from '#content/features/card-payments-data.ts';
import { ofOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** The state of a card payment (docs/decisions/0019). In `asked` and `unknown` the card may have been charged. */
export type PaymentState = 'known' | 'asked' | 'unknown' | 'settled' | 'cancelled';

/** The card payment of a message, which it may outlive. The amount is in the message. */
export type PaymentsTable = {
  submission_id: string;
  state: PaymentState;
  /** The digest of the message: the same words are charged once, even after an operator deleted them. */
  digest: string;
  /** SHA-256 over form and address, hex. */
  sender: string;
  /** Stripe's id; null until it is created there. */
  intent: string | null;
  /** How often it was begun again: part of Stripe's idempotency key. */
  begun: Generated<number>;
  /** How often a charge was requested. */
  tries: Generated<number>;
  /** Checks in a row after which the result was still unknown. */
  asks: Generated<number>;
  /** Stripe's code of a refusal that only an operator can fix. */
  refusal: string | null;
  /** When the sender was told of a settled payment beside other words. */
  told_at: IsoTime | null;
  created_at: IsoTime;
  /** When it is checked next. */
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
