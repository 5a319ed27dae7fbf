import { afterEach, beforeEach } from 'vitest';
import { guardConsole } from './console-guard.ts';
import { guardNetwork } from './network-guard.ts';

/**
 * Runs before each test file. A test fails when it wrote to the console or called a machine other than this one.
 * A test that expects output says so: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 *
 * Not covered: output that bypasses `console` (`process.stdout.write`, pino's own writer), and what happens after
 * the last test of a file has ended.
 */
const output = guardConsole();
const calls = guardNetwork([process.env.TEST_DATABASE_URL, process.env.TEST_REDIS_URL]);

beforeEach(() => {
  output.takeAll();
  calls.takeAll();
});

afterEach(() => {
  const unexpected = [
    ...output.takeAll().map((line) => `console.${line}`),
    ...calls.takeAll().map((target) => `network call to ${target}`),
  ];
  if (unexpected.length > 0) throw new Error(`Unexpected during this test:\n  ${unexpected.join('\n  ')}`);
});
