import { createHash } from 'node:crypto';

/** A person with an account at a provider, as the visitor enters it on the form. Missing texts are empty. */
export type Person = {
  /** The provider's number for the account. It never changes, unlike the address and the name. */
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
  readonly login: string;
};

/** The names of the fields in the provider's form. `answer`: which button was pressed, `continue` or `cancel`. */
export const FIELDS = {
  email: 'email',
  isVerified: 'verified',
  name: 'name',
  login: 'login',
  id: 'account',
  fault: 'fault',
  answer: 'answer',
} as const;

/** Without an account number in the form, the number is derived from the address, or else from the name. */
export function personFrom(form: URLSearchParams): Person {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const email = field(FIELDS.email);
  const name = field(FIELDS.name);
  const login = field(FIELDS.login) || email.split('@')[0] || name || 'somebody';
  const hash = createHash('sha256').update(email.toLowerCase() || login);
  return {
    id: field(FIELDS.id) || String(hash.digest().readUIntBE(0, 6)),
    email,
    isVerified: form.get(FIELDS.isVerified) !== null,
    name,
    login,
  };
}
