import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { counter, OTHER } from './series.ts';

const sent = (...kind: readonly string[]) => counter('site_letters_total', 'Letters.', { kind });
const [LETTERS, CARDS] = [sent('letter', OTHER), sent('card')];
const create = (...features: Parameters<typeof createMetrics>[0]['features']) =>
  createMetrics({ features, release: { version: 'test', commit: 'test' } });

test('features that declare the same metric share one counter, and an unknown label value is counted as “other”', async () => {
  const metrics = create({ metrics: [LETTERS] }, { metrics: [CARDS] });
  for (const kind of ['letter', 'card', 'made up', '__proto__']) metrics.count(LETTERS, { kind });
  const counted = await metrics.counted(LETTERS);
  expect(counted.map(({ labels, value }) => [labels.kind, value])).toEqual([
    ['letter', 1],
    [OTHER, 2],
    ['card', 1],
  ]);
});

test('values counted for the metric of a removed feature are ignored', async () => {
  const metrics = create();
  metrics.count(LETTERS, { kind: 'letter' });
  expect(await metrics.counted(LETTERS)).toEqual([]);
});
