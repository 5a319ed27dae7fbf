import { EMAIL_MAX_LENGTH } from './limits.ts';

/** Browsers and Node have it; the types of this room know neither. */
declare const URL: new (url: string) => { readonly hostname: string };

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** What `input type=email` takes, with a dot. Digits at the end would be an IP address, as the URL standard reads it. */
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.(?!\\d+$)${LABEL}$`);
/** What `input type=email` takes, and the letters of RFC 6531 that a reader can tell from nothing, with the joiners that shape them. */
const LOCAL =
  /^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]|[^\0-\x9f\s\p{Surrogate}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]\p{Join_Control}*)+$/u;

/**
 * The key of an email address, which is what is stored, compared and mailed to: two spellings of one address have the same, and
 * addresses that only look alike do not. The local part is in Unicode NFC with its ASCII letters in lower case, the domain in ASCII
 * as the URL standard converts it. The key of a key is itself. Undefined for what is no address.
 */
export function addressKey(typed: string): string | undefined {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  // Once more at the end: a J with a caron has no letter of its own, a small one has.
  const local = inSmallLetters(text.slice(0, Math.max(at, 0)).normalize('NFC')).normalize('NFC');
  const domain = asciiDomain(text.slice(at + 1));
  if (!LOCAL.test(local) || domain === undefined) return undefined;
  const key = `${local}@${domain}`;
  return octetsOf(key) <= EMAIL_MAX_LENGTH ? key : undefined;
}

/** Whether it is one address and nothing around it: no name, no second one, no line break. */
export function isAddress(text: string): boolean {
  return text === text.trim() && addressKey(text) !== undefined;
}

/** Whether mail to it needs a mail server that offers SMTPUTF8 (RFC 6531): a domain can always go in ASCII, a local part cannot. */
export function needsSmtpUtf8(address: string): boolean {
  return !isAscii(address.slice(0, Math.max(address.lastIndexOf('@'), 0)));
}

function asciiDomain(typed: string): string | undefined {
  if (isAscii(typed)) {
    const domain = inSmallLetters(typed);
    return DOMAIN.test(domain) ? domain : undefined;
  }
  // Anything else in ASCII could end the host of a URL.
  if (/[^a-zA-Z0-9.\-\u0080-\uffff]/.test(typed)) return undefined;
  try {
    const { hostname } = new URL(`http://${typed}`);
    return DOMAIN.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/** Other letters have rules of their own, which differ from language to language and from program to program. */
function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function octetsOf(text: string): number {
  return encodeURIComponent(text).replace(/%../g, ' ').length;
}
