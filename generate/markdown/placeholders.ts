import { BRAND } from '#content/brand.ts';
import { COOKIES, STORAGE_KEYS, type StorageKey } from '#content/browser-register.ts';

/**
 * A list, not a Markdown table, so that its rows fit a phone. Tailwind reads only `.tsx` files (`web/styles/app.css`), so a
 * `.tsx` file must use each class too, for example `web/ui/long-text.tsx`.
 */
const list = (rows: readonly string[]) => `<dl class="mt-5">${rows.join('')}</dl>`;
const row = (names: readonly string[], kind: string, why: string, kept: string) => {
  const texts = { Why: why, Kind: kind, 'How long': kept };
  const parts = Object.entries(texts).map(
    ([label, text]) => `<dd><span class="block text-small text-soft">${label}</span> ${text}</dd>`,
  );
  return `<div class="grid grid-cols-1 break-inside-avoid gap-x-6 gap-y-1 border-b border-line py-3 leading-snug lg:grid-cols-[14rem_minmax(0,1fr)]"><dt class="font-semibold wrap-anywhere">${names.map((name) => `<code>${name}</code>`).join(', ')}</dt>${parts.join('')}</div>`;
};

const COOKIE_TABLE = list(
  Object.entries(COOKIES).map(([name, { why, kept }]) => row([name], 'Strictly necessary', why, kept)),
);

const STORAGE_TABLE = list(
  [...new Set(Object.values(STORAGE_KEYS))].map((entry) =>
    row(namesOf(entry), entry.area, entry.why, entry.kept),
  ),
);

function namesOf(entry: (typeof STORAGE_KEYS)[StorageKey]): readonly string[] {
  return Object.entries(STORAGE_KEYS)
    .filter(([, each]) => each === entry)
    .map(([name]) => name);
}

/** Placeholders of Markdown files: texts of `content/brand.ts`, and the tables of browser storage. */
const VALUES: Readonly<Record<string, string>> = {
  product: BRAND.product,
  company: BRAND.company,
  contactEmail: BRAND.contactEmail,
  securityEmail: BRAND.securityEmail,
  supportEmail: BRAND.supportEmail,
  policyDate: BRAND.policyDate,
  locality: BRAND.address.locality,
  region: BRAND.address.region,
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
      `${file}: ${mark} is no placeholder. The placeholders are ${known.join(', ')}. Other braces are allowed only in code.`,
    );
  });
}
