import { Resvg } from '@resvg/resvg-js';
import { BRAND, MARK } from '#content/brand.ts';
import { GROUND_COLOURS } from '#content/colours.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { escapeHtml } from '#server/html/html.ts';
import { siteColour } from '#server/html/site-colours.ts';
import { PALETTE, smoothly } from './palette.ts';

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

/** The logo's share of the icon's width. In a maskable icon the system may cut off everything outside the middle 80 %. */
const ROUNDED_BY_SYSTEM = 0.66;
const MASKED = 0.54;

/** Icon files by path: the favicon for older browsers, and the icons for home screens. */
export function icons(): ReadonlyMap<string, Buffer> {
  const title = `<title>${escapeHtml(BRAND.product)}</title>`;
  const svg = brandMark('xmlns="http://www.w3.org/2000/svg"').replace('>', `>${title}`);
  return new Map([
    ['/favicon.svg', Buffer.from(svg)],
    ['/favicon.ico', icoOf([16, 32].map((size) => ({ size, png: png(svg, size) })))],
    ['/apple-touch-icon.png', png(onNight(ROUNDED_BY_SYSTEM), 180)],
    ['/icons/icon-192.png', png(svg, 192)],
    ['/icons/icon-512.png', png(svg, 512)],
    ['/icons/maskable-512.png', png(onNight(MASKED), 512)],
  ]);
}

/** The web app manifest (W3C), for home screens. */
export function webManifest(): string {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: PAGES.home,
    name: BRAND.product,
    short_name: BRAND.product,
    description: BRAND.description,
    lang: SITE_LANGUAGE,
    start_url: PAGES.home,
    scope: '/',
    display: 'minimal-ui',
    background_color: GROUND_COLOURS.dark,
    theme_color: GROUND_COLOURS.dark,
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
  });
}

/** The logo on a night sky, which has no stars and fills the whole icon. */
function onNight(share: number): string {
  const size = 32 * share;
  const [x, y] = [16 - size / 2, 16 - size / 2 + 0.4];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
${smoothly(PALETTE.sky)}</linearGradient></defs><path fill="url(#sky)" d="M0 0h32v32H0Z"/>
${brandMark(`x="${x}" y="${y}" width="${size}" height="${size}"`, { 'mark-bubble': PALETTE.bubbleOnNight })}</svg>`;
}

function png(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** Builds an ICO file: a directory of 16 bytes per image, then the images, which may be PNG. */
function icoOf(images: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index;
    directory.writeUInt8(image.size, entry);
    directory.writeUInt8(image.size, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(image.png.length, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += image.png.length;
  }
  return Buffer.concat([directory, ...images.map((image) => image.png)]);
}
