import { createHash } from 'node:crypto';

const COMMENT = /<!--[\s\S]*?-->/g;
const STYLE_ELEMENT = /<style[^>]*>([\s\S]*?)<\/style>/g;
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

/**
 * The Content-Security-Policy of a mail's HTML: its own styles are allowed by their hashes, all else is forbidden.
 */
export function mailPolicy(html: string): string {
  const shown = html.replace(COMMENT, '');
  const styles = [
    ...Array.from(shown.matchAll(STYLE_ELEMENT), ([, css = '']) => css),
    ...Array.from(shown.matchAll(STYLE_ATTRIBUTE), ([, css = '']) => decoded(css)),
  ];
  const hashes = new Set(
    styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`),
  );
  return [
    "default-src 'none'",
    // A hash of an attribute counts only with this word, and only for what has that very hash.
    ["style-src 'unsafe-hashes'", ...hashes].join(' '),
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

function decoded(attribute: string): string {
  return attribute.replace(/&(amp|quot|#39|lt|gt);/g, (_, name: string) => CHARACTERS[name] ?? '');
}
