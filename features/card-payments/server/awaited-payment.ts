import type { AwaitedPayment } from '#features/forms/server/store-submission.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import {
  adoptPaymentsOf,
  beginAnew,
  paymentOfSame,
  paymentsBefore,
  senderOf,
  storePayment,
} from './payment.ts';

/** Nothing was stored: these other messages of the sender have payments that have to be over first. */
type PaymentsBefore = { readonly kind: 'payments-before'; readonly submissions: readonly string[] };

/** What comes with storing a message that has to be paid before anybody is told of it: its payment, and those before it. */
export function awaitedPayment(price: AwaitedPayment<never>['price']): AwaitedPayment<PaymentsBefore> {
  return {
    price,
    sharesKey: async (tx, first, digest, now) => {
      await adoptPaymentsOf(tx, first, now);
      return first.digest === digest
        ? undefined
        : waitFor(await paymentsBefore(tx, { submission: first.id }, now));
    },
    findSame: async (tx, { form, email, digest }, now) => {
      const sender = senderOf(form, email);
      await advisoryLock(tx, `payments of ${sender}`);
      await adoptPaymentsOf(tx, { email, digest }, now);
      const same = await paymentOfSame(tx, digest, now);
      const ofSender = same?.state === 'settled' ? [] : await paymentsBefore(tx, { sender }, now);
      const before = waitFor(ofSender.filter((id) => id !== same?.submission_id));
      if (before !== undefined || same === undefined) return before;
      await beginAnew(tx, same, now);
      return { kind: 'repeated', id: same.submission_id };
    },
    stored: storePayment,
  };
}

function waitFor(submissions: readonly string[]): PaymentsBefore | undefined {
  return submissions.length === 0 ? undefined : { kind: 'payments-before', submissions };
}
