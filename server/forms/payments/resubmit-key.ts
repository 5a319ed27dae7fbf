import { type Keyring, sign, verify } from '#server/settings/keyring.ts';

/** What a `resubmitKey` stands for: this payment, of this amount, for this submission of this form. */
export type PendingPayment = {
  readonly submission: string;
  readonly form: string;
  readonly intent: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
};

/** Time enough for a bank's app, a lost telephone and a second try. */
const RESUBMIT_SECONDS = 60 * 60;

const PURPOSE = 'form-payment';

/** Given to the page while the cardholder's bank asks; whoever brings it back goes on where the first post stopped. */
export function sealResubmitKey(keyring: Keyring, pending: PendingPayment, now: Date): string {
  const { submission, form, intent, amount, currency } = pending;
  const expires = Math.floor(now.getTime() / 1_000) + RESUBMIT_SECONDS;
  const payload = [submission, form, intent, amount, currency, expires].join('.');
  return `${payload}.${sign(keyring, PURPOSE, payload)}`;
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openResubmitKey(keyring: Keyring, value: string, now: Date): PendingPayment | undefined {
  const cut = value.lastIndexOf('.');
  const payload = value.slice(0, Math.max(cut, 0));
  if (!verify(keyring, PURPOSE, payload, value.slice(cut + 1))) return undefined;
  const [submission, form, intent, amount, currency, expires] = payload.split('.');
  if (
    submission === undefined ||
    form === undefined ||
    intent === undefined ||
    currency === undefined ||
    Number(expires) * 1_000 <= now.getTime()
  )
    return undefined;
  return { submission, form, intent, amount: Number(amount), currency };
}
