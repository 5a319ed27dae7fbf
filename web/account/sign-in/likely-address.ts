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
/** Real ones that are a letter away from a usual one. */
const REAL = ['mail.com', 'email.com', 'ymail.com'];

/** The address that was probably meant: its domain is one slip of the finger from a usual one. Undefined for any other. */
export function likelyAddress(address: string): string | undefined {
  const [, person, domain = ''] = /^\s*(.+)@(.+?)\s*$/.exec(address.toLowerCase()) ?? [];
  if (!person || [...USUAL, ...REAL].includes(domain)) return undefined;
  const meant = USUAL.find((usual) => isOneSlip(domain, usual));
  return meant && `${person}@${meant}`;
}

/** One letter more, less or other, or two in the wrong order. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  const [rest, due] = [typed.slice(start), meant.slice(start)];
  const isSwapped = rest[0] === due[1] && rest[1] === due[0] && rest.slice(2) === due.slice(2);
  return isSwapped || rest.slice(1) === due || rest === due.slice(1) || rest.slice(1) === due.slice(1);
}
