import { parseArgs } from 'node:util';
import { isMet, type Measurement, type Row, tableOf } from './speed/measurement.ts';

/**
 * Measures how fast the site is, compared with the fastest possible program of each kind (the floor). Prints the table of
 * targets.
 *
 *   npm run bench                                     the whole table, under 15 minutes
 *   npm run bench -- speed --only serving,growth      parts of it
 */
const PARTS: Readonly<Record<string, () => Promise<{ readonly measure: Measurement }>>> = {
  'first-load': () => import('./speed/first-load.ts'),
  serving: () => import('./speed/serving.ts'),
  'reading-user': () => import('./speed/reading-user.ts'),
  'sending-form': () => import('./speed/sending-form.ts'),
  'signing-in': () => import('./speed/signing-in.ts'),
  isolation: () => import('./speed/isolation.ts'),
  growth: () => import('./speed/growth.ts'),
  'start-and-size': () => import('./speed/start-and-size.ts'),
};

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const rows: Row[] = [];
const failed: string[] = [];
for (const name of options.only?.split(',') ?? Object.keys(PARTS)) {
  const load = PARTS[name];
  if (load === undefined)
    throw new Error(`There is no part "${name}". There is: ${Object.keys(PARTS).join(', ')}.`);
  process.stderr.write(`${name} …\n`);
  try {
    const { measure } = await load();
    rows.push(...(await measure()));
  } catch (error) {
    // After a part has failed, the other parts still run, because their results are useful.
    failed.push(name);
    console.error(error);
  }
}
const missed = rows.filter((row) => !isMet(row));
process.stdout.write(`${tableOf(rows)}\n\n${rows.length - missed.length} of ${rows.length} met.\n`);
if (failed.length > 0) process.stdout.write(`Could not be measured: ${failed.join(', ')}.\n`);
process.exitCode = missed.length + failed.length === 0 ? 0 : 1;
