import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_MAIL } from '#content/mails.ts';
import { encryptSecret } from '#features/two-step/server/totp.ts';
import { insertRow } from '#server/database/rows.ts';
import { startFakeSmtp } from '#server/testing/fake-mail.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { COMPILED } from '#server/testing/server-process.ts';
import { storeAccount } from '#server/testing/stored-rows.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const DOCTOR = join(import.meta.dirname, 'doctor.ts');
const ME = 'me@example.com';
const AT = '2026-11-21T10:00:00.000Z';

async function doctor(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { PATH = '' } = process.env;
  const options = { env: { PATH, ...COMPILED, ...env } };
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [DOCTOR, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode, out: out.trim(), err: err.trim() }),
    );
  });
}

test('doctor counts the promises that only the site’s owner can keep, and doctor --promises lists them', async () => {
  const { out } = await doctor({});
  const [, count] = /^The pages make (\d+) promises that only you can keep/m.exec(out) ?? [];
  const { code, out: list } = await doctor({}, '--promises');
  expect([code, list.split('\n').length]).toEqual([0, Number(count)]);
});

test.each(['127.0.0.2', '0.0.0.0'])(
  'npm run doctor accepts a PORT that the site itself is using on HOST %s',
  async (host) => {
    const site = createServer((_, response) => void response.end()).listen(0, host);
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const { out } = await doctor({ PORT: String(port), HOST: host, DATA_DIR: makeTemporaryFolder() });
    expect(out).toContain('SITE_ORIGIN');
    expect(out).not.toMatch(/^ *PORT /m);
  },
);

test('npm run doctor and the log at a start say so if AUTH_SECRET cannot decrypt what the site has stored', async () => {
  const { env, open } = await openTestPlace('');
  const site = await startTestServer(env);
  site.terminate();
  await site.exit;
  const problem = 'cannot decrypt what the site has stored';
  expect((await doctor(env)).out).not.toContain(problem);
  const other = { ...env, AUTH_SECRET: 'another secret, long enough to pass' };
  const db = open();
  await storeAccount(db, 'asha');
  const step = { created_at: AT, confirmed_at: AT, last_used_step: 0 };
  const secret = await encryptSecret([other.AUTH_SECRET], 'JBSWY3DPEHPK3PXP');
  await insertRow(db, 'second_steps', { user_id: 'asha', secret, ...step });
  await db.destroy();
  expect((await doctor(other)).out).not.toContain(problem);
  expect((await doctor(env)).out).toContain(problem);
  expect((await startTestServer(env)).output()).toContain(problem);

  rmSync(join(env.DATA_DIR, 'auth-secret'));
  expect((await doctor(env)).out).toContain(problem);
  expect(readdirSync(env.DATA_DIR)).not.toContain('auth-secret');
});

test('npm run doctor -- --mail sends one test mail through SMTP_URL and prints the answer of the mail server', async () => {
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Desk <desk@example.org>' };
  const { code, out, err } = await doctor(env, '--mail', ME);
  expect([code, err]).toEqual([0, '']);
  const accepted = `^The mail server 127.0.0.1:${smtp.port} accepted the test email to ${ME}: “250 .+”\\.`;
  expect(out).toMatch(new RegExp(accepted));
  const mail = { subject: TEST_MAIL.subject };
  expect(smtp.received).toMatchObject([{ from: 'desk@example.org', to: ME, mail }]);
});

test('doctor --mail without SMTP_URL fails and reports only that, even if other settings are invalid', async () => {
  const { code, out } = await doctor({ SITE_ORIGIN: 'https://www.example.com' }, '--mail', ME);
  expect([code, out]).toEqual([1, expect.stringMatching(/^No email was sent: SMTP_URL is not set/)]);
});
