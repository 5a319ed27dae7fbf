import { expect, test } from 'vitest';
import { drillDurability } from '#server/testing/durability-drill.ts';
import { troubleIn } from '#server/testing/server-process.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { testSeed } from './testing/random.ts';

/** As many as a run has time for; thousands are `bench/durability.ts`. */
const [WRITES, KILLS] = [200, 3];
/** A sign-up costs a hash, a save next to nothing: most of what is promised is saved. */
const SAVES = 4;

/** SIGKILL ends the process between any two instructions, and its disk lives on; `bench/durability.ts` cuts the power. */
test(`[P-168] kill -9 at random moments during ${WRITES} sign-ups and profile saves loses nothing acknowledged`, async () => {
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
