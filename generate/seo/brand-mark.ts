import { BRAND, MARK } from '#content/brand.ts';
import { escapeHtml } from '#server/html/html.ts';
import { siteColour } from '#server/html/site-colours.ts';

/**
 * The logo as an SVG that can be nested in another SVG, with colours of the dark theme in place of colour names.
 *
 * @param attributes of the root element: its position in the other SVG
 * @param named replacements for other colour names
 */
export function brandMark(attributes: string, named: Readonly<Record<string, string>> = {}): string {
  const shapes = MARK.shapes.replaceAll(
    /var\(--([\w-]+)\)/g,
    (_, name: string) => named[name] ?? siteColour(name).dark,
  );
  return `<svg ${attributes} viewBox="${MARK.viewBox}">${shapes}</svg>`;
}

export function favicon(): string {
  return brandMark('xmlns="http://www.w3.org/2000/svg"').replace(
    '>',
    `><title>${escapeHtml(BRAND.product)}</title>`,
  );
}
