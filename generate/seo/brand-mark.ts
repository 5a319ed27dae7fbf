import { BRAND, MARK } from '#content/brand.ts';
import { escapeHtml } from '#server/html/html.ts';
import { siteColour } from '#server/html/site-colours.ts';

/**
 * The mark as an SVG of its own, which may stand inside another one, with the site's dark colours in place of their names.
 *
 * @param attributes of the root: its place in another SVG
 * @param named colours to take instead, by their names
 */
export function brandMark(attributes: string, named: Readonly<Record<string, string>> = {}): string {
  const shapes = MARK.shapes.replaceAll(
    /var\(--([\w-]+)\)/g,
    (_, name: string) => named[name] ?? siteColour(name).dark,
  );
  return `<svg ${attributes} viewBox="${MARK.viewBox}">${shapes}</svg>`;
}

/** For browsers' tabs. */
export function favicon(): string {
  return brandMark('xmlns="http://www.w3.org/2000/svg"').replace(
    '>',
    `><title>${escapeHtml(BRAND.product)}</title>`,
  );
}
