import { FIELDS_NOT_VALID, SCHEMA_ERRORS } from '#contract/errors.ts';
import { refuse } from '#server/http/refusal.ts';

/** The masked address `a…@example.com` is recognisable, but not usable. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address === '' ? '' : `${[...address][0]}…${address.slice(at)}`;
}

export type MailableDeps = {
  /** Whether the mail server can deliver to an address. Absent without a mail server: all addresses are then allowed. */
  readonly takesAddress?: ((address: string) => Promise<boolean>) | undefined;
};

/**
 * Refuses addresses that cannot receive mail, even if an account has the address. Otherwise somebody would wait for mails in vain.
 */
export async function requireMailable({ takesAddress }: MailableDeps, email: string): Promise<void> {
  if ((await takesAddress?.(email)) === false)
    refuse(FIELDS_NOT_VALID, { fields: [{ field: 'email', message: SCHEMA_ERRORS.EMAIL_NOT_MAILABLE }] });
}
