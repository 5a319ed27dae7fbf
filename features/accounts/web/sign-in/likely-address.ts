import { addressKey } from '#contract/address.ts';

/** Where most people have their mailbox. */
const USUAL = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'rediffmail.com',
];
/** Real ones that begin like a usual one and are a letter away from it. */
const REAL = ['gail.com', 'grail.com', 'hostmail.com'];

/** The address that was probably meant: its domain is one slip of the finger from a usual one. Undefined for any other. */
export function likelyAddress(address: string): string | undefined {
  const key = addressKey(address) ?? '';
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  if ([...USUAL, ...REAL].includes(domain)) return undefined;
  const meant = USUAL.find((usual) => isOneSlip(domain, usual) && !isElsewhere(domain, usual));
  return meant && `${key.slice(0, at)}${meant}`;
}

/** The country is another one: big providers have an ending in many. */
function isElsewhere(typed: string, usual: string): boolean {
  const country = /\.\w\w$/;
  return country.test(typed) && country.test(usual) && typed.slice(0, -2) === usual.slice(0, -2);
}

/**
 * One letter more, less or other, or two in the wrong order. Not the first one: fingers seldom slip there, and there are
 * providers for most other letters before `mail.com`.
 */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  if (start === 0) return false;
  const [rest, due] = [typed.slice(start), meant.slice(start)];
  const isSwapped = rest[0] === due[1] && rest[1] === due[0] && rest.slice(2) === due.slice(2);
  return isSwapped || rest.slice(1) === due || rest === due.slice(1) || rest.slice(1) === due.slice(1);
}
