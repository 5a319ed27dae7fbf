import { expect, test } from 'vitest';
import { drillDurability } from '#server/testing/durability-drill.ts';
import { troubleIn } from '#server/testing/server-process.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { testSeed } from './testing/random.ts';

/** Few enough for a test run; `bench/durability.ts` tests thousands of writes. */
const [WRITES, KILLS] = [120, 3];
/** Profile saves per sign-up. A sign-up hashes a password and is slow, a save is fast, so most of the tested writes are saves. */
const SAVES = 4;

/** SIGKILL ends only the process; the system still writes its cache to disk. `bench/durability.ts` tests power cuts. */
test(`[P-168] kill -9 at random moments during ${WRITES} sign-ups and profile saves loses no acknowledged write`, async () => {
  const { cut, wrong, output } = await drillDurability(await openTestPlace(), {
    signUps: WRITES / (1 + SAVES),
    saves: SAVES,
    kills: KILLS,
    seed: testSeed(),
    startServer: startTestServer,
  });
  expect(wrong).toEqual([]);
  expect(cut, 'no kill met a request').toBeGreaterThan(0);
  expect(troubleIn(output), 'warnings and errors in the logs').toEqual([]);
}, 600_000);
