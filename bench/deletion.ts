import { parseArgs } from 'node:util';
import { drillDeletion } from '#server/testing/deletion-drill.ts';

/**
 * Deletes half of many people while the site runs, looks for their words in every byte that is left, and restores a backup
 * from before: here, and on an empty machine with nothing but the log.
 *
 *   npm run bench -- deletion [--people 200]
 */
const { values: options } = parseArgs({ options: { people: { type: 'string', default: '200' } } });
const started = performance.now();
const result = await drillDeletion(Number(options.people), {
  postgresUrl: process.env.DATABASE_URL,
  redisUrl: process.env.REDIS_URL,
});
const { deleted, kept, found, keptWordsFound, back, lost } = result;
process.stdout.write(`${deleted} of ${deleted + kept} people deleted while the site ran, in ${Math.round((performance.now() - started) / 1_000)} s with all that follows
words of theirs found afterwards: ${found.length} (of those who stayed: ${keptWordsFound} of ${kept})
who of them can sign in after a restore of the backup from before: ${back.here.length} here, ${back.elsewhere.length} on an empty machine with the log
who stayed and cannot sign in: ${lost.length}
`);
for (const line of [...found, ...back.here, ...back.elsewhere, ...lost]) process.stdout.write(`  ${line}\n`);
const isGood = [found, back.here, back.elsewhere, lost].every((list) => list.length === 0);
process.exitCode = isGood && keptWordsFound === kept ? 0 : 1;
