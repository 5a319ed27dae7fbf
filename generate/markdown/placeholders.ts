import { BRAND } from '#content/brand.ts';
import { COOKIE_TABLE, STORAGE_TABLE } from './browser-tables.ts';

/** Placeholders of Markdown files: texts of `content/brand.ts`, and the tables of browser storage. */
const VALUES: Readonly<Record<string, string>> = {
  product: BRAND.product,
  company: BRAND.company,
  contactEmail: BRAND.contactEmail,
  supportEmail: BRAND.supportEmail,
  policyDate: BRAND.policyDate,
  cookieTable: COOKIE_TABLE,
  storageTable: STORAGE_TABLE,
};

/** Matches fenced code blocks of Markdown, including their fences. */
export const FENCED_CODE = /^(?<fence>`{3,}|~{3,})[\s\S]*?^\k<fence>[^\S\n]*$/gm;
const CODE_SPAN = /(?<ticks>`+)(?!`)[\s\S]*?[^`]\k<ticks>(?!`)/;
/** Matches Markdown code, in which braces are not placeholders. */
const CODE = new RegExp(`${FENCED_CODE.source}|${CODE_SPAN.source}`, 'gm');

/**
 * Replaces `{product}` and the other placeholders, except in code.
 *
 * @throws Error that names the file and the unknown placeholder
 */
export function fillPlaceholders(file: string, text: string): string {
  let filled = '';
  let from = 0;
  for (const code of text.matchAll(CODE)) {
    filled += fill(file, text.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return filled + fill(file, text.slice(from));
}

function fill(file: string, prose: string): string {
  return prose.replace(/\{([A-Za-z]+)\}/g, (mark, name: string) => {
    const value = VALUES[name];
    if (value !== undefined) return value;
    const known = Object.keys(VALUES).map((each) => `{${each}}`);
    throw new Error(
      `${file}: ${mark} stands for nothing. Known are ${known.join(', ')}; braces can stand in code.`,
    );
  });
}
