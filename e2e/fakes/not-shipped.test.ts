import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['content', 'contract', 'features', 'pages', 'server', 'web'];

/** Test files, and the `testing` folders with code that only tests use. */
const ONLY_FOR_TESTS = /\.(?:test|spec)\.tsx?$|\/testing\//;

it('no file of the shipped site refers to the fake servers in e2e/, which only tests and tools use', () => {
  const shipped = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
  ).filter((path) => /\.tsx?$/.test(path) && !ONLY_FOR_TESTS.test(path));
  expect(shipped.length).toBeGreaterThan(100);
  const named = shipped.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('e2e/'));
  expect(named).toEqual([]);
});
