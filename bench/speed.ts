import { parseArgs } from 'node:util';
import { measureGrowth } from './speed/growth.ts';
import { measureFirstLoad, measureServing, measureStartAndSize } from './speed/pages.ts';
import { measureIsolation, measureReading, measureSending, measureSigningIn } from './speed/requests.ts';
import { type Row, report } from './support/figures.ts';

/**
 * Measures how fast the site is, compared with the fastest possible program of each kind (the floor). Prints the table of
 * targets.
 *
 *   npm run bench                                     the whole table, under 15 minutes
 *   npm run bench -- speed --only serving,growth      parts of it
 */
const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  'first-load': measureFirstLoad,
  serving: measureServing,
  'reading-user': measureReading,
  'sending-form': measureSending,
  'signing-in': measureSigningIn,
  isolation: measureIsolation,
  growth: measureGrowth,
  'start-and-size': measureStartAndSize,
};

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: Object.keys(PARTS).join(',') } },
});
const rows: Row[] = [];
for (const name of options.only.split(',')) {
  const measure = PARTS[name];
  if (measure === undefined)
    throw new Error(`There is no part "${name}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.stderr.write(`${name} …\n`);
  // After a part has failed, the other parts still run, because their results are useful.
  const measured = await measure().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
    return [];
  });
  rows.push(...measured);
}
report(rows);
