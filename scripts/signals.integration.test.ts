import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { reservePort } from '#server/testing/loopback-servers.ts';
import { NO_MAIL_SERVER } from '#server/testing/server-process.ts';
import { answerTo, beginSignUp } from '#server/testing/test-process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.runIf(process.platform === 'linux')(
  'a SIGTERM to "npm start" lets a slow request finish, and then ends every process of the site',
  { timeout: 180_000 },
  async () => {
    const mark = randomUUID();
    const port = await reservePort();
    const origin = `http://localhost:${port}`;
    const { NODE_ENV, VITEST, NODE_OPTIONS, ...surroundings } = process.env;
    const settings = { PORT: String(port), SITE_ORIGIN: origin, DATA_DIR: makeTemporaryFolder() };
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...surroundings, TEST_MARK: mark, ...settings, ...NO_MAIL_SERVER },
      stdio: 'ignore',
    });
    const programs = () => programsWith(`TEST_MARK=${mark}`);
    onTestFinished(() => {
      for (const pid of programs()) process.kill(pid, 'SIGKILL');
    });
    const status = () => fetch(origin + ACCOUNT_API.session).then((answer) => answer.status, String);
    await expect.poll(status, { timeout: 120_000 }).toBe(200);

    const { outgoing, body } = await beginSignUp(origin, { origin, email: 'asha@example.com' });
    const answer = answerTo(outgoing);
    npm.kill('SIGTERM');
    // Sending the body takes some seconds, so that the checks for a lost parent process run several times before the request
    // ends.
    for (const letter of body) {
      outgoing.write(letter);
      await wait(20);
    }
    outgoing.end();
    expect((await answer).status).toBe(200);
    await expect.poll(programs, { timeout: 30_000 }).toEqual([]);
  },
);

/** The ids of processes that inherited this environment variable. */
function programsWith(mark: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
      } catch {
        return false;
      }
    });
}
