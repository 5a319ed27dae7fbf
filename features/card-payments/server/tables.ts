import type { Generated } from 'kysely';
import { PAYMENT_COLUMNS } from '#content/features/card-payments-data.ts';
import { ofOwnSubmissions } from '#features/forms/server/own-messages.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** How a card payment stands; drawn in docs/decisions/0019. In `asked` and `unknown` the card may have been charged. */
export type PaymentState = 'known' | 'asked' | 'unknown' | 'settled' | 'cancelled';

/** The card payment of a message. Its amount is the message's, which it outlives. */
export type PaymentsTable = {
  submission_id: string;
  state: PaymentState;
  /** That of the message: the same words are charged once, also after an operator deleted them. */
  digest: string;
  /** SHA-256 over form and address, hex. */
  sender: string;
  /** Stripe's id; null before the payment is begun there. */
  intent: string | null;
  /** How often it was begun anew: part of Stripe's idempotency key. */
  begun: Generated<number>;
  /** How often Stripe was asked to charge a card. */
  tries: Generated<number>;
  /** How often in a row Stripe was asked how it stands, and it was not known afterwards. */
  asks: Generated<number>;
  /** Stripe's word for a refusal that no visitor can mend. */
  refusal: string | null;
  /** When the sender was told of a payment that went through with other words. */
  told_at: IsoTime | null;
  created_at: IsoTime;
  /** When it is looked at next. */
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
