import { isDeepStrictEqual } from 'node:util';
import { COMMON_LABELS } from '#content/core-data.ts';
import { BACKUPS, LOG, REFUSED_CALLERS, TABLES } from '#content/data-register.ts';
import { NOT_BY_PERSON, EXPORT_WORDS as WORDS, YES_OR_NO } from '#content/features/your-data-export.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { createLineInWords } from '#server/audit/lines.ts';
import type { Person, Row } from '#server/database/tables.ts';
import type { Deps, SiteDeps } from '#server/feature.ts';
import { Html, html } from '#server/html/html.ts';
import { printable, safeFileName } from '#server/printable-text.ts';
import { dateInWords, parseDay, timeInWords } from '#server/time.ts';
import { type OwnTable, ownRows, ownTables, type StillMay } from './own-tables.ts';

/** The Content Security Policy is in the page itself, because the page is opened from a disk and not sent by a server. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
article{border-top:1px solid;padding:.75rem 0}dl{margin:0}dt{font-weight:600}dd{margin:0 0 .5rem;white-space:pre-wrap}h2{margin-top:3rem;font-size:1.2rem}`;

/** A person's data as an HTML page, in parts. Typed text is escaped, and hidden characters are made visible. */
export async function* readablePage(
  { db, features }: SiteDeps,
  person: Person,
  now: Date,
  stillMay?: StillMay,
): AsyncGenerator<string> {
  yield html`<!DOCTYPE html><html lang="${SITE_LANGUAGE}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}">
<meta name="viewport" content="width=device-width"><title>${WORDS.title}</title><style>${new Html(STYLE)}</style></head><body><main>
<h1>${WORDS.title}</h1><p>${printable(person.email)}</p><p>${WORDS.made} ${timeInWords(now.toISOString())}</p><p>${WORDS.intro}</p>`
    .markup;
  const articleOf = createRowArticle(features);
  const empty: string[] = [];
  for (const table of ownTables(features, person)) {
    let isEmpty = true;
    for await (const { row, times } of equalRows(ownRows(db, person, table, stillMay))) {
      if (isEmpty) yield headOf(table).markup;
      isEmpty = false;
      yield articleOf(table, row, times).markup;
    }
    if (isEmpty) empty.push(TABLES[table.name]?.what ?? '');
  }
  const leftOut = [
    ...Object.values(TABLES).flatMap(({ what, notGiven }) =>
      notGiven === undefined ? [] : [[what, notGiven] as const],
    ),
    [LOG.what, NOT_BY_PERSON.log],
    [REFUSED_CALLERS.what, NOT_BY_PERSON.refused],
    [BACKUPS.what, NOT_BY_PERSON.backups],
  ] as const;
  if (empty.length > 0)
    yield html`\n<h2>${WORDS.nothing}</h2><ul>${empty.map((what) => html`<li>${what}</li>`)}</ul>`.markup;
  yield html`\n<h2>${WORDS.leftOut}</h2><dl>${leftOut.map(fact)}</dl></main></body></html>\n`.markup;
}

function headOf(table: OwnTable): Html {
  const { what = '', kept = '' } = TABLES[table.name] ?? {};
  return html`\n<h2 class="text-title">${what}</h2><p class="text-small text-soft">${WORDS.kept} ${kept}</p>`;
}

export function createRowArticle(features: Deps['features']) {
  const lineInWords = createLineInWords(features);
  return (table: OwnTable, row: Row, times: number): Html => {
    const { what, why } = lineInWords({ action: String(row.action), detail: String(row.detail) });
    const facts = factsOf(table, row, { action: what, detail: why });
    if (times > 1) facts.push([WORDS.times, String(times)]);
    return html`\n<article><dl>${facts.map(fact)}</dl></article>`;
  };
}

/**
 * Counts equal rows that follow one another, so that a page shows them once. For example, recovery codes look equal, because only
 * their account is shown.
 */
export async function* equalRows(
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<{ readonly row: Row; readonly times: number }> {
  let row: Row | undefined;
  let times = 0;
  for await (const next of rows) {
    if (row !== undefined && !isDeepStrictEqual(row, next)) {
      yield { row, times };
      times = 0;
    }
    row = next;
    times++;
  }
  if (row !== undefined) yield { row, times };
}

const fact = ([name, value]: readonly [string, string]) =>
  html`<div><dt>${printable(name)}</dt><dd dir="auto">${printable(value)}</dd></div>`;

type AuditedWords = { readonly action: string; readonly detail: string };

function factsOf(table: OwnTable, row: Row, audited: AuditedWords): (readonly [string, string])[] {
  const facts = Object.entries(row).flatMap(([column, value]) =>
    value === null || value === '' || value === '{}'
      ? []
      : [[labelOf(table, column) ?? column, inWords(table, column, value, audited)] as const],
  );
  return table.name === 'submission_files' ? [...facts, [WORDS.file, pathOfFile(row)]] : facts;
}

/** The labels of the profile form, for columns to which the data register gives no other label. */
const PROFILE_LABELS: Readonly<Record<string, string>> = PROFILE_WORDS.fields;

/** Returns undefined if the column has no label yet. */
export function labelOf({ labels }: Pick<OwnTable, 'labels'>, column: string): string | undefined {
  return labels?.[column] ?? COMMON_LABELS[column] ?? PROFILE_LABELS[column];
}

function inWords(table: OwnTable, column: string, value: string | number, audited: AuditedWords): string {
  const words = table.values?.[column];
  if (words !== undefined) return words[value] ?? String(value).replaceAll('-', ' ');
  if (YES_OR_NO.includes(column)) return value === 1 ? WORDS.yes : WORDS.no;
  if (/(?:^|_)at$|^last_login$/.test(column)) return timeInWords(String(value));
  const born = column === 'dob' && parseDay(String(value));
  // Noon in UTC is the same day in almost every time zone.
  if (born) return dateInWords(`${born}T12:00Z`);
  if (column === 'fields') return namedValues(String(value));
  if (column === 'action' || column === 'detail') return audited[column];
  return String(value);
}

/** The further fields of a form, one on a line, like `request: Complain`. */
function namedValues(json: string): string {
  const fields: Record<string, unknown> = JSON.parse(json);
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The path of a file in the zip. It is valid on every system, whatever name the sender gave the file. */
export function pathOfFile({ id, name }: Row): string {
  return `files/${id}-${safeFileName(String(name))}`;
}
