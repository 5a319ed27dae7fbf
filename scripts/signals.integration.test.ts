import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { reservePort } from '#server/testing/reserve-port.ts';
import { NO_MAIL_SERVER } from '#server/testing/server-process.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.runIf(process.platform === 'linux')(
  'a SIGTERM to "npm start" lets a slow request finish, and then ends every process of the site',
  { timeout: 180_000 },
  async () => {
    const { npm, origin, programs } = await startByNpm('start');
    const signUp = await beginSignUp(origin);
    npm.kill('SIGTERM');
    expect(await signUp.finishSlowly()).toBe(200);
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

/** Begins a sign-up whose body arrives so slowly that every check for a lost parent process runs several times meanwhile. */
async function beginSignUp(origin: string) {
  const body = JSON.stringify({ email: 'asha@example.com', password: 'correct horse' });
  const outgoing = request(origin + ACCOUNT_API.signUp, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      origin,
      expect: '100-continue',
    },
  });
  const answer = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answer.catch(() => {});
  outgoing.flushHeaders();
  // The server's "100 Continue" proves that the request is being handled.
  await once(outgoing, 'continue');
  return {
    finishSlowly: async () => {
      for (const letter of body) {
        outgoing.write(letter);
        await wait(20);
      }
      outgoing.end();
      return answer.then(
        ([{ statusCode }]) => statusCode,
        (error: unknown) => String(error),
      );
    },
  };
}
