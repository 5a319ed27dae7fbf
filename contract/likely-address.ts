import { addressKey } from './address.ts';

export const DID_YOU_MEAN = 'Did you mean {email}?';
export const LOOKS_MISTYPED = 'This address looks mistyped. If it’s right, press the button again.';

const USUAL = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'rediffmail.com',
];
/** Real domains that are one letter away from a common one. */
const REAL = ['gail.com', 'grail.com', 'hostmail.com'];

/** The address that was probably meant, if its domain is one typing mistake away from a common one. Otherwise undefined. */
export function likelyAddress(address: string): string | undefined {
  const key = addressKey(address) ?? '';
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  if ([...USUAL, ...REAL].includes(domain)) return undefined;
  const meant = USUAL.find((usual) => isOneSlip(domain, usual) && !isElsewhere(domain, usual));
  return meant && `${key.slice(0, at)}${meant}`;
}

/** True if only the country ending differs. This is no mistake, because large providers have several endings. */
function isElsewhere(typed: string, usual: string): boolean {
  const country = /\.\w\w$/;
  return country.test(typed) && country.test(usual) && typed.slice(0, -2) === usual.slice(0, -2);
}

/**
 * True if one letter is added, missing or different, or two are swapped. The first letter must match: people seldom mistype it,
 * and `mail.com` with almost any letter before it is the domain of an existing provider.
 */
export function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  if (start === 0) return false;
  const [rest, due] = [typed.slice(start), meant.slice(start)];
  const isSwapped = rest[0] === due[1] && rest[1] === due[0] && rest.slice(2) === due.slice(2);
  return isSwapped || rest.slice(1) === due || rest === due.slice(1) || rest.slice(1) === due.slice(1);
}
