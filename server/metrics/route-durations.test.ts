import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openRouteDurations } from './route-durations.ts';

const ABOUT = { name: 'durations_seconds', help: 'How long.', buckets: [0.001, 0.25, 10] };

test('says what prom-client would, as a text and as data', async () => {
  const ours = new Registry();
  const theirs = new Registry();
  const observeAt = openRouteDurations(ours, ABOUT);
  const histogram = new Histogram({ ...ABOUT, labelNames: ['route'], registers: [theirs] });
  for (const [route, seconds] of [
    ['page', 0],
    ['page', 0.001],
    ['page', 0.0011],
    ['/api/user/:id', 0.2],
    ['/api/user/:id', 10.5],
    ['page', 10],
  ] as const) {
    observeAt(route)(seconds);
    histogram.observe({ route }, seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  // Theirs has places for exemplars, too.
  expect(await theirs.getMetricsAsJSON()).toMatchObject(await ours.getMetricsAsJSON());
});

test('says nothing of a route before it was asked for', async () => {
  const registry = new Registry();
  openRouteDurations(registry, ABOUT);
  expect(await registry.metrics()).not.toContain('_bucket');
});
