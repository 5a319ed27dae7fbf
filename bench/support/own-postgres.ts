import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reservePort } from '#server/testing/loopback-servers.ts';
import { undoneAtExit } from './leave-nothing.ts';

/** A PostgreSQL server that `using` stops and deletes. */
export type OwnPostgres = Disposable & {
  /** Creates an empty database and returns its URL. */
  readonly addDatabase: () => Promise<string>;
  /** `fast` ends the sessions and writes all data; `immediate` simulates a crash, with recovery at the next start. */
  readonly stop: (how: 'fast' | 'immediate') => Promise<void>;
  readonly start: () => Promise<void>;
};

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/**
 * Starts a new PostgreSQL cluster in a temporary folder on a free loopback port, with default settings (`fsync` on). Needs the
 * server's programs. If root calls this function, the server runs as the user `postgres`, because PostgreSQL refuses to run as
 * root.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const programs = programsFolder();
  const folder = mkdtempSync(join(tmpdir(), 'chaos-postgres-'));
  const data = join(folder, 'data');
  const port = await reservePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await run('chown', ['postgres', folder]);
    chmodSync(folder, 0o700);
  }
  const commandOf = (program: string, args: readonly string[]): [string, string[]] => {
    const path = join(programs, program);
    return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
  };
  const call = (program: string, args: readonly string[]) =>
    run(...commandOf(program, args), { cwd: isRoot ? '/' : folder });
  const start = async () => {
    await call('pg_ctl', [
      ...['start', '-w', '-t', '60', '-D', data, '-l', join(folder, 'log')],
      ...['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`],
    ]);
  };
  const stopArguments = (how: 'fast' | 'immediate') => ['stop', '-w', '-t', '60', '-D', data, '-m', how];
  const remove = () => {
    spawnSync(...commandOf('pg_ctl', stopArguments('immediate')), { cwd: '/' });
    rmSync(folder, { recursive: true, force: true });
  };
  undoneAtExit(remove);
  await call('initdb', ['-D', data, '-U', 'site', '-A', 'trust', '-E', 'UTF8', '--locale', 'C']);
  await start();
  let databases = 0;
  return {
    addDatabase: async () => {
      const name = `site_${++databases}`;
      await call('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'site', name]);
      return `postgres://site@127.0.0.1:${port}/${name}`;
    },
    start,
    stop: async (how) => void (await call('pg_ctl', stopArguments(how))),
    [Symbol.dispose]: remove,
  };
}

/** The folder of PostgreSQL's programs: Debian keeps them off the PATH, other systems have them on it. */
function programsFolder(): string {
  if (!existsSync(DEBIAN)) return '';
  const newest = readdirSync(DEBIAN)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1);
  return newest === undefined ? '' : join(DEBIAN, newest, 'bin');
}
