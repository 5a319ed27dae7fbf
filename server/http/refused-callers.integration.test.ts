import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { newAddress, PASSWORD } from '#server/testing/people.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { openRefusedCallers } from './refused-callers.ts';

const REPORT = { kind: 'error', message: 'x is not a function', path: '/story' };
const START = new URLSearchParams({ event: '', purpose: 'sign-in', mode: 'popup', remember: 'false' });

const WAYS: readonly [string, number, (browser: TestClient) => Promise<unknown>][] = [
  ['clientErrorsPerIp', 1, (browser) => browser.post(CLIENT_ERRORS, REPORT)],
  ['formsPerIp', 1, (browser) => browser.post(pathFor(FORMS_API.submit, 'contact'), {})],
  [
    'socialPerIp',
    1,
    (browser) => {
      START.set('event', randomUUID());
      return browser.get(`${pathFor(SOCIAL_API.start, 'google')}?${START}`);
    },
  ],
  [
    'wrong-password',
    5,
    (browser) => browser.post(ACCOUNT_API.signIn, { email: newAddress(), password: 'a guess' }),
  ],
];

async function openNotingApp(env: Readonly<Record<string, string>> = {}) {
  const folder = makeTemporaryFolder();
  const log = pino({ enabled: false });
  const callers = openRefusedCallers({ folder, clock: () => new Date(), log });
  const app = await openTestApp(env, { noteRefused: callers.note });
  const noted = async (): Promise<unknown[]> => {
    await callers.flush();
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trimEnd());
    return files.flatMap((text) => text.split('\n').map((line) => JSON.parse(line)));
  };
  return { app, noted };
}

test('[P-073] a caller’s address is recorded in a file, not the log, after a rate limit or repeated wrong passwords', async () => {
  const { app, noted } = await openNotingApp({ RATE_LIMIT_SCALE: '0.1' });
  for (const [way, [reason, times, ask]] of WAYS.entries()) {
    const address = `203.0.113.${way}`;
    const browser = createTestClient(app.server, app.deps.origin, address);
    for (let count = 0; count < 6; count++) await ask(browser);
    expect(await noted()).toContainEqual({ time: expect.any(String), address, reason, times });
  }
  expect(app.logLines().join('')).not.toContain('203.0.113.');
});

test('[P-074] the address of a caller who mistypes a password once or requests a mail too soon is not recorded', async () => {
  const { app, noted } = await openNotingApp();
  const browser = app.browser();
  const email = newAddress();
  await browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  expect((await browser.post(ACCOUNT_API.resendVerification)).status).toBe(429);
  expect((await browser.post(ACCOUNT_API.signIn, { email, password: 'a slip' })).status).toBe(401);
  expect(await noted()).toEqual([]);
});
