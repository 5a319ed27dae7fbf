import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { REFUSED_CALLERS } from '#content/data-register.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { createFakeTime } from '#server/testing/clock-and-random.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { newAddress, PASSWORD } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { HOUR_MS, MINUTE_MS } from '#server/time.ts';
import { RefusalError } from './refusal.ts';
import { MOST_CALLERS, openRefusedCallers } from './refused-callers.ts';

const SIGN_IN_WITH_GOOGLE = `${pathFor(SOCIAL_API.start, 'google')}?purpose=sign-in&mode=popup&remember=false`;

const LIMITED = new RefusalError(RATE_LIMITED, { limit: 'formsPerIp', isOfNetwork: true });

function openCallers(folder = makeTemporaryFolder()) {
  const time = createFakeTime('2026-01-06T10:59:00.000Z');
  const warnings: string[] = [];
  const log = pino({}, { write: (line: string) => void warnings.push(line) });
  const callers = openRefusedCallers({ folder, clock: time.clock, log });
  const refuse = (ip: string, error = LIMITED, times = 1) => {
    for (let count = 0; count < times; count++) callers.note({ ips: [ip] }, error);
  };
  const files = () => readdirSync(folder).map((name) => join(folder, name));
  const lines = async (): Promise<{ time: string; address: string; reason: string; times: number }[]> => {
    await callers.flush();
    const texts = files().map((file) => readFileSync(file, 'utf8').trimEnd());
    return texts.flatMap((text) => text.split('\n').map((line) => JSON.parse(line)));
  };
  return { ...callers, time, warnings, refuse, files, lines };
}

const WAYS: Readonly<Record<string, (browser: TestClient) => Promise<unknown>>> = {
  clientErrorsPerIp: (browser) =>
    browser.post(CLIENT_ERRORS, { kind: 'error', message: 'x', path: '/story' }),
  formsPerIp: (browser) => browser.post(pathFor(FORMS_API.submit, 'contact'), {}),
  socialPerIp: (browser) => browser.get(`${SIGN_IN_WITH_GOOGLE}&event=${randomUUID()}`),
  'wrong-password': (browser) =>
    browser.post(ACCOUNT_API.signIn, { email: newAddress(), password: 'a guess' }),
};

test('[P-073] callers who exceed a rate limit or often mistype a password have their IP address in a file, not in the log', async () => {
  const callers = openCallers();
  const app = await openTestApp({ RATE_LIMIT_SCALE: '0.1' }, { noteRefused: callers.note });
  for (const [at, [reason, ask]] of Object.entries(WAYS).entries()) {
    const address = `203.0.113.${at}`;
    const times = reason === 'wrong-password' ? 5 : 1;
    const browser = createTestClient(app.server, app.deps.origin, address);
    for (let count = 0; count < 6; count++) await ask(browser);
    expect(await callers.lines()).toContainEqual({ time: expect.any(String), address, reason, times });
  }
  expect(app.logLines().join('')).not.toContain('203.0.113.');
});

test('[P-074] the IP address of a caller who mistypes a password once or requests a mail too soon is not recorded', async () => {
  const callers = openCallers();
  const browser = (await openTestApp({}, { noteRefused: callers.note })).browser();
  const email = newAddress();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  expect((await browser.post(ACCOUNT_API.resendVerification)).status).toBe(429);
  expect((await browser.post(ACCOUNT_API.signIn, { email, password: 'a slip' })).status).toBe(401);
  expect(await callers.lines()).toEqual([]);
});

test('in each hour, only the first, tenth, hundredth … refusal of a caller by a rate limit is recorded', async () => {
  const callers = openCallers();
  callers.refuse('192.0.2.1', LIMITED, 99);
  callers.refuse('192.0.2.1', new RefusalError(RATE_LIMITED, { limit: 'linkPerIp', isOfNetwork: true }));
  // This refusal is not recorded, because other people may have used up the limit of an account or an email address.
  const ofAddress = new RefusalError(RATE_LIMITED, { limit: 'signInPerAddress', isOfNetwork: false });
  callers.refuse('192.0.2.1', ofAddress);
  callers.time.advance(MINUTE_MS);
  callers.refuse('192.0.2.1');
  const lines = await callers.lines();
  expect(lines.map(({ time, ...rest }) => [time.slice(11, 16), ...Object.values(rest)])).toEqual([
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
  const ages: number[] = [];
  for (let minute = 0; minute < 30 * 60; minute++) {
    if (minute % 10 === 0) callers.refuse(`192.0.2.${minute / 10}`);
    await callers.removeOld();
    const now = callers.time.clock().getTime();
    if (minute % 10 === 0) ages.push(...(await callers.lines()).map(({ time }) => now - Date.parse(time)));
    callers.time.advance(MINUTE_MS);
  }
  expect(Math.max(...ages)).toBeLessThanOrEqual(24 * HOUR_MS - MINUTE_MS);
  expect(Math.max(...ages)).toBeGreaterThan(22 * HOUR_MS);
});

test('a flood of refused callers adds a limited number of records an hour, and the log warns of the flood once', async () => {
  const callers = openCallers();
  for (let caller = 0; caller < 3 * MOST_CALLERS; caller++)
    callers.refuse(`10.0.${caller >> 8}.${caller & 255}`);
  expect(await callers.lines()).toHaveLength(MOST_CALLERS);
  expect(callers.warnings).toHaveLength(1);
  callers.time.advance(HOUR_MS);
  callers.refuse('192.0.2.1');
  expect(await callers.lines()).toHaveLength(MOST_CALLERS + 1);
});

test('if refused callers cannot be recorded, no error is thrown and the log warns once', async () => {
  const callers = openCallers('/dev/null/nowhere');
  for (let caller = 0; caller < 5; caller++) {
    callers.refuse(`192.0.2.${caller}`);
    await callers.flush();
    await callers.removeOld();
  }
  expect(callers.warnings).toHaveLength(1);
  expect(callers.warnings.join()).not.toContain('192.0.2');
});
