import { createHash } from 'node:crypto';

/** Somebody with an account at a provider: the person that the visitor claims to be. */
export type Person = {
  /** The provider's number for the account; never changes, while address and name may. */
  readonly id: string;
  /** Empty: shares no address. */
  readonly email: string;
  readonly isVerified: boolean;
  /** Empty: has given none. */
  readonly name: string;
  /** GitHub's name for signing in. */
  readonly login: string;
};

/** Names of the form's fields. */
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

/** Without an account number, the same address (or else name) always has the same. */
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
