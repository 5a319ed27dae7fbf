import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { REFUSED_CALLERS } from '#content/data-register.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { createFakeTime } from '#server/testing/fake-time.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { RefusalError } from './refusal.ts';
import { MOST_CALLERS, openRefusedCallers } from './refused-callers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = '2026-01-06T10:59:00.000Z';

const LIMITED = new RefusalError(RATE_LIMITED, { limit: 'formsPerIp' });

function openCallers(folder = makeTemporaryFolder()) {
  const time = createFakeTime(START);
  const warnings: string[] = [];
  const log = pino({}, { write: (line: string) => void warnings.push(line) });
  const callers = openRefusedCallers({ folder, clock: time.clock, log });
  const refuse = (ip: string, error = LIMITED, times = 1) => {
    for (let count = 0; count < times; count++) callers.note({ ips: [ip] }, error);
  };
  const files = () => readdirSync(folder).map((name) => join(folder, name));
  const lines = async (): Promise<{ time: string; address: string; reason: string; times: number }[]> => {
    await callers.flush();
    return files().flatMap((file) =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  };
  return { ...callers, time, warnings, refuse, files, lines };
}

test('for each rate limit and hour, a caller’s first, tenth, hundredth … refusal is recorded', async () => {
  const callers = openCallers();
  callers.refuse('192.0.2.1', LIMITED, 99);
  callers.refuse('192.0.2.1', new RefusalError(RATE_LIMITED, { limit: 'linkPerIp' }));
  callers.time.advance(MINUTE);
  callers.refuse('192.0.2.1');
  const told = (await callers.lines()).map(({ time, ...rest }) => [
    time.slice(11, 16),
    ...Object.values(rest),
  ]);
  expect(told).toEqual([
    ['10:59', '192.0.2.1', 'formsPerIp', 1],
    ['10:59', '192.0.2.1', 'formsPerIp', 10],
    ['10:59', '192.0.2.1', 'linkPerIp', 1],
    ['11:00', '192.0.2.1', 'formsPerIp', 1],
  ]);
});

test('[P-076] only the site’s system user can read the file of refused callers, and it has only the documented fields', async () => {
  const callers = openCallers();
  callers.refuse('192.0.2.1');
  const [line = {}] = await callers.lines();
  expect(Object.keys(line).sort()).toEqual(REFUSED_CALLERS.fields.split(' ').sort());
  expect(callers.files().map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['600']);
});

test('[P-075] the address of a refused caller is deleted after 22 to 24 hours', async () => {
  const callers = openCallers();
  const looks = (30 * HOUR) / MINUTE;
  const ages: number[] = [];
  for (let look = 0; look < looks; look++) {
    if (look % 10 === 0) callers.refuse(`192.0.2.${look / 10}`);
    await callers.removeOld();
    const now = callers.time.clock().getTime();
    if (look % 10 === 0) ages.push(...(await callers.lines()).map(({ time }) => now - Date.parse(time)));
    callers.time.advance(MINUTE);
  }
  expect(Math.max(...ages)).toBeLessThanOrEqual(24 * HOUR - MINUTE);
  expect(Math.max(...ages)).toBeGreaterThan(22 * HOUR);
});

test('a flood of refused callers adds a limited number of records an hour, and the log warns of the flood once', async () => {
  const callers = openCallers();
  for (let caller = 0; caller < 3 * MOST_CALLERS; caller++)
    callers.refuse(`10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`);
  expect(await callers.lines()).toHaveLength(MOST_CALLERS);
  expect(callers.warnings).toHaveLength(1);
  callers.time.advance(HOUR);
  callers.refuse('192.0.2.1');
  expect(await callers.lines()).toHaveLength(MOST_CALLERS + 1);
});

test('if refused callers cannot be recorded, requests still work, and the log warns once an hour', async () => {
  const callers = openCallers(join('/dev/null', 'nowhere'));
  for (let caller = 0; caller < 5; caller++) {
    callers.refuse(`192.0.2.${caller}`);
    await callers.flush();
    await callers.removeOld();
  }
  expect(callers.warnings).toHaveLength(1);
  expect(callers.warnings.join()).not.toContain('192.0.2');
});
