import { COOKIES, STORAGE_KEYS, type StorageKey } from '#content/browser-register.ts';

/**
 * A list, not a Markdown table, so that its rows fit a phone. Its classes must be those of a `.tsx` file
 * (`web/styles/app.css`): for example `web/ui/long-text.tsx`.
 */
const list = (rows: readonly string[]) => `<dl class="mt-5">${rows.join('')}</dl>`;
const row = (names: readonly string[], kind: string, why: string, kept: string) => {
  const texts = { Why: why, Kind: kind, 'How long': kept };
  const parts = Object.entries(texts).map(
    ([label, text]) => `<dd><span class="block text-small text-soft">${label}:</span> ${text}</dd>`,
  );
  return `<div class="grid grid-cols-1 break-inside-avoid gap-x-6 gap-y-2 border-b border-line py-3 leading-snug lg:grid-cols-[14rem_minmax(0,1fr)]"><dt class="font-semibold wrap-anywhere">${names.map((name) => `<code>${name}</code>`).join(', ')}</dt>${parts.join('')}</div>`;
};

export const COOKIE_TABLE = list(
  Object.entries(COOKIES).map(([name, { why, kept }]) => row([name], 'Strictly necessary', why, kept)),
);

export const STORAGE_TABLE = list(
  [...new Set(Object.values(STORAGE_KEYS))].map((entry) =>
    row(namesOf(entry), entry.area, entry.why, entry.kept),
  ),
);

function namesOf(entry: (typeof STORAGE_KEYS)[StorageKey]): readonly string[] {
  return Object.entries(STORAGE_KEYS)
    .filter(([, each]) => each === entry)
    .map(([name]) => name);
}
