import { expect, test } from 'vitest';
import { drillDeletion } from './testing/deletion-drill.ts';

test('[P-088] of deleted people no word is left anywhere, and a restore, here or elsewhere, brings none of them back', async () => {
  const { TEST_DATABASE_URL: postgresUrl, TEST_REDIS_URL: redisUrl } = process.env;
  expect(await drillDeletion(8, { postgresUrl, redisUrl })).toEqual({
    deleted: 4,
    kept: 4,
    found: [],
    keptWordsFound: 4,
    back: { here: [], elsewhere: [] },
    lost: [],
  });
}, 240_000);
