/** The order matters: most browsers also name a browser that is further down in this list. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b((Headless)?Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
/** The number of characters of the User-Agent header that are read. Real browsers send fewer. */
export const LONGEST_USER_AGENT = 256;

/** A browser in words, like `Firefox on Linux`: enough for its user to recognise it, too little for a fingerprint. */
export function browserKind(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST_USER_AGENT);
  const nameIn = (list: typeof BROWSERS) => list.find(([, pattern]) => pattern.test(text))?.[0];
  return `${nameIn(BROWSERS) ?? 'Another browser'} on ${nameIn(SYSTEMS) ?? 'another system'}`;
}
