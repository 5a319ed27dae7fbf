import type { Command } from '@commander-js/extra-typings';
import { stringify } from 'csv-stringify/sync';
import { COOKIES, STORAGE_KEYS } from '#content/browser-register.ts';
import type { Entry } from '#content/data-facts.ts';
import { BACKUPS, LOG, REFUSED_CALLERS, TABLES } from '#content/data-register.ts';
import { MAILED } from '#content/mailed.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Feature } from '#server/feature.ts';

const COLUMNS = ['where', 'name', 'fields', 'what', 'why', 'recipient', 'kept'];

/** Adds the command that prints a register of stored data, for the record of processing (GDPR, article 30). Needs no database. */
export function addDataRegisterCommand(
  program: Command,
  features: readonly Feature[],
  print: (text: string) => void,
): void {
  program
    .command('data-register')
    .description('print as CSV what the site stores, and why')
    .action(() => print(registerCsv(features).trimEnd()));
}

function registerCsv(features: readonly Feature[]): string {
  const tables = tablesOf(features);
  const columnsOf = (name: string) =>
    [...(tables[name]?.shown ?? []), ...(tables[name]?.withheld ?? [])].join(' ');
  const row = (where: string, name: string, fields: string, { what, why, recipient, kept }: Entry) =>
    [where, name, fields, what, why, recipient, kept] as const;
  const inBrowser = { what: 'Kept in the browser', recipient: 'Nobody' };
  return stringify([
    COLUMNS,
    ...Object.entries(TABLES).map(([name, table]) => row('database', name, columnsOf(name), table)),
    row('log', 'standard output', LOG.fields, LOG),
    row('log', 'refused callers', REFUSED_CALLERS.fields, REFUSED_CALLERS),
    row('backup', 'backup', 'every table but analytics_salts', BACKUPS),
    ...Object.entries(MAILED).map(([name, mail]) => row('mail', name, '', mail)),
    ...Object.entries(COOKIES).map(([name, cookie]) => row('cookie', name, '', { ...inBrowser, ...cookie })),
    ...Object.entries(STORAGE_KEYS).map(([name, key]) => row(key.area, name, '', { ...inBrowser, ...key })),
  ]);
}
