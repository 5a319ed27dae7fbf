import { expect, test } from 'vitest';
import type { AppDeps, Job } from '#server/feature.ts';
import { createLog } from '#server/http/log.ts';
import { createFakeTime } from '#server/testing/clock-and-random.ts';
import { startJobs } from './run-jobs.ts';

function start(jobs: readonly Job[]) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const time = createFakeTime();
  return { lines, time, ...startJobs(jobs, { log } as AppDeps, time.setTimer) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a background job that fails is logged and runs again later, while other jobs keep running', async () => {
  const runs: string[] = [];
  const failing = async () => {
    runs.push('broken');
    if (runs.length === 1) throw new Error('on purpose');
  };
  const { lines, time, end } = start([
    { name: 'the broken one', every: 1_000, run: failing },
    { name: 'the other', every: 1_000, run: async () => void runs.push('other') },
  ]);
  await settled();
  expect(runs).toEqual(['broken', 'other']);
  expect(lines.join()).toContain('the job “the broken one” failed and will be tried again');
  time.advance(1_000);
  await settled();
  // A failed job waits longer than its interval, so only the other job has run again.
  expect(runs).toEqual(['broken', 'other', 'other']);
  time.advance(9_000);
  await settled();
  expect(runs.filter((one) => one === 'broken')).toHaveLength(2);
  await end();
});

test('a job with more to do runs again soon, and a job with runsAtStop once more when the site stops', async () => {
  const runs: string[] = [];
  let left = 3;
  const long = async () => {
    runs.push('long');
    left -= 1;
    return left > 0 ? 'more' : 'done';
  };
  const last = (name: string): Job => ({
    ...{ name, every: 3_600_000, runsAtStop: true },
    run: async (_, { isFirst }) => void runs.push(`${name}${isFirst ? ' first' : ''}`),
  });
  const { time, end } = start([{ name: 'long', every: 3_600_000, run: long }, last('a'), last('b')]);
  for (let step = 0; step < 4; step++) {
    await settled();
    time.advance(60);
  }
  expect(runs).toEqual(['long', 'a first', 'b first', 'long', 'long']);
  await end();
  expect(runs.slice(5)).toEqual(['a', 'b']);
  time.advance(3_600_000);
  await settled();
  expect(runs).toHaveLength(7);
});
