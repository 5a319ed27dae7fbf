import { BRAND, MARK } from '#content/brand.ts';
import { escapeHtml } from '#server/html/html.ts';
import { PALETTE } from './palette.ts';

/** The shapes of the mark for an SVG whose viewBox is `0 0 32 32`. */
export function brandMarkShapes(bubble: string = PALETTE.bubble): string {
  return `<path fill="${bubble}" d="${MARK.bubble}"/><path fill="${PALETTE.marigold}" d="${MARK.sun}"/>
<path fill="none" stroke="${PALETTE.marigold}" stroke-width="2" stroke-linecap="round" d="${MARK.rays}"/>`;
}

/** For browsers' tabs. */
export function favicon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${escapeHtml(BRAND.product)}</title>${brandMarkShapes()}</svg>`;
}
