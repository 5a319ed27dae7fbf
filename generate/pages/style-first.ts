const FONT_PRELOAD = /<link rel="preload" as="font"[^>]*>/g;
const STYLES = /<link rel="stylesheet"[^>]*>/g;

/**
 * Has a page ask for its styles before its fonts, and for both after its first script. React moves both to the front of
 * a head; but without the styles nothing is painted, and the request that comes first has the connection that is open
 * already; and an inline script behind a style would wait for it. A page without a style stays as it is.
 */
export function withStyleFirst(html: string): string {
  const styles = html.match(STYLES) ?? [];
  if (styles.length === 0) return html;
  const fonts = html.match(FONT_PRELOAD) ?? [];
  const rest = html.replace(FONT_PRELOAD, '').replace(STYLES, '');
  const end = /<script type="application\/json"|<\/head>/.exec(rest)?.index ?? 0;
  return rest.slice(0, end) + [...styles, ...fonts].join('') + rest.slice(end);
}
