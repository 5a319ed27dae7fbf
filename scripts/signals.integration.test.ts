import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { answerTo, beginSignUp } from '#server/testing/raw-requests.ts';
import { reservePort } from '#server/testing/reserve-port.ts';
import { NO_MAIL_SERVER } from '#server/testing/server-process.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.runIf(process.platform === 'linux')(
  'a SIGTERM to "npm start" lets a slow request finish, and then ends every process of the site',
  { timeout: 180_000 },
  async () => {
    const { npm, origin, programs } = await startByNpm('start');
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

async function startByNpm(...command: readonly string[]) {
  const mark = `TEST_MARK=${randomUUID()}`;
  const port = await reservePort();
  const { NODE_ENV, VITEST, NODE_OPTIONS, ...surroundings } = process.env;
  const npm = spawn('npm', command, {
    cwd: ROOT,
    env: {
      ...surroundings,
      TEST_MARK: mark.slice(mark.indexOf('=') + 1),
      PORT: String(port),
      API_PORT: String(await reservePort()),
      SITE_ORIGIN: `http://localhost:${port}`,
      DATA_DIR: makeTemporaryFolder(),
      ...NO_MAIL_SERVER,
    },
    stdio: 'ignore',
  });
  const programs = () => programsWith(mark);
  onTestFinished(() => {
    for (const pid of programs()) process.kill(pid, 'SIGKILL');
  });
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() => fetch(origin + ACCOUNT_API.session).then(({ status }) => status, String), {
      timeout: 120_000,
    })
    .toBe(200);
  return { npm, origin, programs };
}

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
