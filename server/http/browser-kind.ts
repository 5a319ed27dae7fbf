/** In this order: most browsers also say that they are like one further down. */
const BROWSERS: readonly (readonly [name: string, says: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, says: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
/** Real browsers send less; a longer header is cut before it is read. Characters. */
export const LONGEST_USER_AGENT = 256;

/**
 * The kind of browser, like `Firefox on Linux`, out of a few dozen: what a person recognises, and no more of what the
 * browser says of itself.
 */
export function browserKind(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, LONGEST_USER_AGENT);
  const nameIn = (list: typeof BROWSERS) => list.find(([, says]) => says.test(said))?.[0];
  return `${nameIn(BROWSERS) ?? 'Another browser'} on ${nameIn(SYSTEMS) ?? 'another system'}`;
}
