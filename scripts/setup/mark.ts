import { Resvg } from '@resvg/resvg-js';

/** The largest size of a logo in bytes. It is small, because every page contains the logo. */
const MOST_BYTES = 6_000;
const ELEMENTS =
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask use title desc'.split(
    ' ',
  );
/** Attributes of the SVG root that do not affect how its contents look. */
const OF_ROOT_ONLY =
  /\s(?:xmlns(?::\w+)?|version|width|height|viewBox|id|class|role|x|y|xml:space|aria-\w+)="[^"]*"/g;

export type Mark = { readonly viewBox: string; readonly shapes: string };
type Checked =
  | { readonly kind: 'ok'; readonly mark: Mark }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Reads an SVG file into the form of `MARK` in `content/brand.ts`, or returns a sentence on what to change in the file. */
export function readMark(file: string): Checked {
  const svg = file
    .replaceAll(/<\?xml[^>]*\?>|<!--[\s\S]*?-->|<(title|desc|metadata)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sentence = problemOf(svg);
  if (sentence !== undefined) return { kind: 'refused', sentence };
  const [, root = '', inside = ''] = /^<svg\b([^>]*)>(.*)<\/svg>$/.exec(svg) ?? [];
  const viewBox = /\sviewBox="([^"]*)"/.exec(root)?.[1]?.trim() ?? '';
  const looks = root.replaceAll(OF_ROOT_ONLY, '').trim();
  const shapes = inside.trim().replaceAll('> <', '><');
  return { kind: 'ok', mark: { viewBox, shapes: looks === '' ? shapes : `<g ${looks}>${shapes}</g>` } };
}

function problemOf(svg: string): string | undefined {
  if (!/^<svg\b[^>]*[^/]>.*<\/svg>$/.test(svg))
    return 'Please choose a file that is one SVG drawing: <svg …> … </svg>.';
  if (!/^<svg\b[^>]*\sviewBox="\s*-?[\d.]+[ ,]+-?[\d.]+[ ,]+[\d.]+[ ,]+[\d.]+\s*"/.test(svg))
    return 'Please give the drawing a viewBox, like viewBox="0 0 32 32": its size on the page differs.';
  if (Buffer.byteLength(svg) > MOST_BYTES)
    return `Please make the drawing smaller than ${MOST_BYTES} bytes, with fewer points or decimals: every page contains it.`;
  if (/<!/.test(svg)) return 'Please save the drawing as plain SVG, without a DOCTYPE or entities.';
  const strange = [...svg.matchAll(/<\/?([\w:-]+)/g)].find(([, name = '']) => !ELEMENTS.includes(name))?.[1];
  if (strange !== undefined)
    return `Please draw the mark with shapes only, without <${strange}>; letters have to be turned into paths.`;
  if (/[\s/"'](?:on\w+|style)\s*=/i.test(svg))
    return 'Please save the drawing with colours as attributes (fill="…"): scripts and style="…" are not allowed on the page.';
  if (/href\s*=\s*["'](?!#)|url\(\s*["']?(?!#)|javascript:/i.test(svg))
    return 'Please leave out references to other files: the mark has to stand alone.';
  try {
    new Resvg(svg).render();
  } catch (error) {
    return `Please check the drawing: it cannot be read (${error instanceof Error ? error.message : error}).`;
  }
  return undefined;
}
