import { z } from 'zod';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';

const schema = z.object({
  submission: z.string(),
  form: z.string(),
  intent: z.string(),
  /** In the currency's smallest unit. */
  amount: z.number(),
  currency: z.string(),
});

/** What a `resubmitKey` stands for: this payment, of this amount, for this submission of this form. */
export type PendingPayment = Readonly<z.infer<typeof schema>>;

/** Time enough for a bank's app, a lost telephone and a second try. */
const RESUBMIT_MS = 60 * 60_000;

const PURPOSE = 'form-payment';

/** Given to the page while the cardholder's bank asks; whoever brings it back goes on where the first post stopped. */
export function sealResubmitKey(keyring: Keyring, pending: PendingPayment, now: Date): string {
  return seal(keyring, PURPOSE, pending, now.getTime() + RESUBMIT_MS);
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openResubmitKey(keyring: Keyring, value: string, now: Date): PendingPayment | undefined {
  return unseal(keyring, PURPOSE, value, { schema, now });
}
