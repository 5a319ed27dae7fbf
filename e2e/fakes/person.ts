import { createHash } from 'node:crypto';

/** A person with an account at a provider: the identity that the visitor enters on the form. */
export type Person = {
  /** The provider's number for the account. It never changes, unlike the address and the name. */
  readonly id: string;
  /** Empty when the person shares no email address. */
  readonly email: string;
  readonly isVerified: boolean;
  /** Empty when the person has given no name. */
  readonly name: string;
  /** The GitHub username. */
  readonly login: string;
};

/** The names of the fields in the provider's form. */
export const FIELDS = {
  email: 'email',
  isVerified: 'verified',
  name: 'name',
  login: 'login',
  id: 'account',
  fault: 'fault',
  /** Which button was pressed: `continue` or `cancel`. */
  answer: 'answer',
} as const;

/** Without an account number in the form, the number is derived from the address, or else from the name. */
export function personFrom(form: URLSearchParams): Person {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const email = field(FIELDS.email);
  const name = field(FIELDS.name);
  const login = field(FIELDS.login) || email.split('@')[0] || name || 'somebody';
  return {
    id: field(FIELDS.id) || accountNumber(email.toLowerCase() || login),
    email,
    isVerified: form.get(FIELDS.isVerified) !== null,
    name,
    login,
  };
}

function accountNumber(text: string): string {
  return String(createHash('sha256').update(text).digest().readUIntBE(0, 6));
}
