import { EMAIL_MAX_LENGTH } from './limits.ts';

/** A global of browsers and Node, declared here because `contract/` is compiled with the types of neither. */
declare const URL: new (url: string) => { readonly hostname: string };

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Matches the domains that `input type=email` accepts, if they have a dot and do not end like an IP address. */
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.(?!\\d+$)${LABEL}$`);
/** The characters that `input type=email` accepts, visible letters of other scripts (RFC 6531), and the zero-width joiners that some scripts need. */
const LOCAL =
  /^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]|[^\0-\x9f\s\p{Surrogate}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]\p{Join_Control}*)+$/u;

/**
 * The canonical form of an email address, which is stored, compared and mailed to. Idempotent. Undefined for text that is not an
 * address. The local part is in NFC with ASCII letters in lower case, the domain in ASCII by the URL standard.
 */
export function addressKey(typed: string): string | undefined {
  const text = typed.trim();
  // A very long text is refused before it is normalised, because that could take seconds. Its canonical form has at least a quarter
  // as many octets as the text has UTF-16 units, so it would be too long anyway.
  if (text.length > 4 * EMAIL_MAX_LENGTH) return undefined;
  const at = text.lastIndexOf('@');
  // Lower-casing J with a caron gives two characters that NFC writes as one letter, so the result is normalised once more.
  const local = inSmallLetters(text.slice(0, Math.max(at, 0)).normalize('NFC')).normalize('NFC');
  const domain = asciiDomain(text.slice(at + 1));
  if (!LOCAL.test(local) || domain === undefined) return undefined;
  const key = `${local}@${domain}`;
  return octetsOf(key) <= EMAIL_MAX_LENGTH ? key : undefined;
}

/** True if the text is exactly one email address: no display name, no second address, no line break. */
export function isAddress(text: string): boolean {
  return text === text.trim() && addressKey(text) !== undefined;
}

/** True if mail to the address needs a server with SMTPUTF8 (RFC 6531). A domain can always be written in ASCII. */
export function needsSmtpUtf8(address: string): boolean {
  return !isAscii(address.slice(0, Math.max(address.lastIndexOf('@'), 0)));
}

function asciiDomain(typed: string): string | undefined {
  if (isAscii(typed)) {
    const domain = inSmallLetters(typed);
    return DOMAIN.test(domain) ? domain : undefined;
  }
  // Refuses ASCII characters that no domain has, because some could end the host of a URL.
  if (/[^a-zA-Z0-9.\-\u0080-\uffff]/.test(typed)) return undefined;
  try {
    const { hostname } = new URL(`http://${typed}`);
    return DOMAIN.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/** Changes only ASCII letters, because the rules for other letters differ between languages and programs. */
function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function octetsOf(text: string): number {
  return encodeURIComponent(text).replace(/%../g, ' ').length;
}
