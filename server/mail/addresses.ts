import { FIELDS_NOT_VALID, SCHEMA_ERRORS } from '#contract/errors.ts';
import { refuse } from '#server/http/refusal.ts';

/** The first letter of an address and its host: enough to see who is meant, too little to be copied. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address === '' ? '' : `${[...address][0]}…${address.slice(at)}`;
}

export type MailableDeps = {
  /** Whether the mail server takes an address; without it, no mail server says otherwise. */
  readonly takesAddress?: ((address: string) => Promise<boolean>) | undefined;
};

/** Refuses an address that the mail server cannot take, whether or not anything is known of it, so that nobody waits for a mail. */
export async function requireMailable({ takesAddress }: MailableDeps, email: string): Promise<void> {
  if ((await takesAddress?.(email)) === false)
    refuse(FIELDS_NOT_VALID, { fields: [{ field: 'email', message: SCHEMA_ERRORS.EMAIL_NOT_MAILABLE }] });
}
