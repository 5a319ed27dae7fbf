import { COOKIES, STORAGE_KEYS, type StorageKey } from '#content/browser-register.ts';

const HEAD = '| Name | Kind | Why | How long |\n|---|---|---|---|';
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export const COOKIE_TABLE = [
  HEAD,
  ...Object.entries(COOKIES).map(([name, { why, kept }]) =>
    row(`\`${name}\``, 'Strictly necessary', why, kept),
  ),
].join('\n');

export const STORAGE_TABLE = [
  HEAD,
  ...[...new Set(Object.values(STORAGE_KEYS))].map((entry) =>
    row(namesOf(entry), entry.area, entry.why, entry.kept),
  ),
].join('\n');

function namesOf(entry: (typeof STORAGE_KEYS)[StorageKey]): string {
  return Object.entries(STORAGE_KEYS)
    .filter(([, each]) => each === entry)
    .map(([name]) => `\`${name}\``)
    .join(', ');
}
