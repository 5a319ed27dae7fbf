import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { counter } from './series.ts';

const LETTERS = counter('site_letters_total', 'Letters.', { kind: ['letter'] });

test('values counted for the metric of a removed feature are ignored', async () => {
  const metrics = createMetrics({ features: [], release: { version: 'test', commit: 'test' } });
  metrics.count(LETTERS, { kind: 'letter' });
  expect(await metrics.counted(LETTERS)).toEqual([]);
});
