import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMet, type Measurement, type Row } from './speed/measurement.ts';
import { documentTable, printedTable } from './speed/print.ts';
import { countStolenTime } from './support/stolen-time.ts';

/**
 * How fast is the site, beside the floor that nothing of its kind can go below? Prints the whole table of targets, and
 * writes its figures into docs/performance.md and build/performance.json.
 *
 *   npm run bench                                        the whole table, under 15 minutes
 *   npm run bench -- speed --only serving                one part of it; nothing is written
 *   npm run bench -- speed --only serving --write        its figures take the place of those of an earlier run
 */
const PARTS: Readonly<Record<string, () => Promise<{ readonly measure: Measurement }>>> = {
  'first-load': () => import('./speed/first-load.ts'),
  'all-routes': () => import('./speed/all-routes.ts'),
  bytes: () => import('./speed/bytes.ts'),
  serving: () => import('./speed/serving.ts'),
  'reading-user': () => import('./speed/reading-user.ts'),
  'sending-form': () => import('./speed/sending-form.ts'),
  'signing-in': () => import('./speed/signing-in.ts'),
  isolation: () => import('./speed/isolation.ts'),
  growth: () => import('./speed/growth.ts'),
  'start-and-size': () => import('./speed/start-and-size.ts'),
};
const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
const JSON_FILE = new URL('../build/performance.json', import.meta.url);

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const names = options.only?.split(',') ?? Object.keys(PARTS);
const measured = new Map<string, readonly Row[]>();
const failed: string[] = [];
for (const name of names) {
  const load = PARTS[name];
  if (load === undefined)
    throw new Error(`There is no part "${name}". There is: ${Object.keys(PARTS).join(', ')}.`);
  process.stdout.write(`${name} …\n`);
  const from = performance.now();
  const stolen = countStolenTime();
  try {
    const { measure } = await load();
    const rows = await measure();
    process.stdout.write(`${printedTable(rows)}\n`);
    measured.set(name, rows);
  } catch (error) {
    // What the other parts show is still worth its time.
    failed.push(name);
    console.error(error);
  }
  const seconds = ((performance.now() - from) / 1_000).toFixed(0);
  process.stdout.write(
    `(${seconds} s; ${(100 * stolen()).toFixed(0)} % of the processors’ time went to others)\n\n`,
  );
}
const rows = [...measured.values()].flat();
const missed = rows.filter((row) => !isMet(row));
process.stdout.write(`${printedTable(rows)}\n\n${rows.length - missed.length} of ${rows.length} met.\n`);
if (failed.length > 0) process.stdout.write(`Could not be measured: ${failed.join(', ')}.\n`);
if (options.write || (options.only === undefined && failed.length === 0)) write();
process.exitCode = missed.length + failed.length === 0 ? 0 : 1;

/** Parts that were not measured now keep the figures of the last run on this machine. */
function write(): void {
  const before = options.write ? readIfThere() : {};
  const all = Object.fromEntries(
    Object.keys(PARTS).flatMap((name) => {
      const ofPart = measured.get(name) ?? before[name];
      return ofPart === undefined ? [] : [[name, ofPart]];
    }),
  );
  writeFileSync(JSON_FILE, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(DOCUMENT, documentTable(readFileSync(DOCUMENT, 'utf8'), Object.values(all).flat()));
}

function readIfThere(): Readonly<Record<string, readonly Row[]>> {
  return existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {};
}
