import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/database/database.ts';
import { type DurabilityResult, drillDurability } from '#server/testing/durability-drill.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { table } from './support/figures.ts';
import { undoneAtExit } from './support/leave-nothing.ts';
import { startOwnPostgres } from './support/own-postgres.ts';

/**
 * Kills the server repeatedly, and cuts its power, while people sign up and save; then compares the stored data with what was
 * acknowledged. To simulate a power cut, the benchmark copies the blocks of a mounted file system in use and continues on the
 * copy, which holds only what had reached the disk. It needs root.
 *
 *   npm run bench -- durability [--sqlite 200] [--postgres 50] [--power-cuts 20] [--seed 1]
 */
const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '200' },
    postgres: { type: 'string', default: '50' },
    'power-cuts': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const SIGN_UPS_PER_KILL = 25;
const DISK_BYTES = 256 * 1_024 * 1_024;

const results: (readonly [what: string, kills: number, DurabilityResult])[] = [];
const drill = async (
  what: string,
  kills: number,
  place: Pick<ThrowAwayPlace, 'env' | 'open'>,
  whileDown?: () => Promise<void>,
) => {
  process.stderr.write(`${what}: ${kills} …\n`);
  const result = await drillDurability(place, {
    signUps: kills * SIGN_UPS_PER_KILL,
    kills,
    seed: Number(options.seed),
    startServer: startServerProcess,
    ...(whileDown && { whileDown }),
  });
  for (const line of result.wrong) process.stderr.write(`  ${line}\n`);
  results.push([what, kills, result]);
};

if (Number(options.sqlite) > 0) {
  const place = await makeThrowAwayPlace('');
  await drill('kill -9, SQLite', Number(options.sqlite), place).finally(place.remove);
}
if (Number(options.postgres) > 0) {
  using postgres = await startOwnPostgres();
  const place = await makeThrowAwayPlace(await postgres.addDatabase());
  await drill('kill -9, PostgreSQL', Number(options.postgres), place).finally(place.remove);
}
if (Number(options['power-cuts']) > 0) {
  using disk = mountDisk();
  const file = join(disk.folder, 'site.sqlite');
  const place = {
    env: { DATA_DIR: disk.folder },
    open: () => openDatabase({ kind: 'sqlite', file }, () => {}),
  };
  await drill('power cut, SQLite', Number(options['power-cuts']), place, async () => disk.cutPower());
}

const rows = results.map(([Fault, times, { acknowledged, cut, wrong }]) => ({
  Fault,
  times,
  acknowledged,
  'requests cut off': cut,
  'lost, doubled or older': wrong.length,
}));
process.stdout.write(`${table(rows)}\n`);
process.exitCode = results.length > 0 && results.every(([, , { wrong }]) => wrong.length === 0) ? 0 : 1;

/** Mounts a new file system inside a file. Data that a program wrote but did not flush is not in that file yet. */
function mountDisk() {
  const around = mkdtempSync(join(tmpdir(), 'power-cut-'));
  const [image, copy, folder] = [join(around, 'disk'), join(around, 'copy'), join(around, 'mounted')];
  writeFileSync(image, '');
  truncateSync(image, DISK_BYTES);
  run('mkfs.ext4', ['-q', image]);
  run('mkdir', [folder]);
  const mount = () => run('mount', ['-o', 'loop', image, folder]);
  const remove = () => {
    spawnSync('umount', ['-l', folder]);
    rmSync(around, { recursive: true, force: true });
  };
  undoneAtExit(remove);
  mount();
  return {
    folder,
    cutPower: () => {
      copyFileSync(image, copy);
      run('umount', [folder]);
      renameSync(copy, image);
      mount();
    },
    [Symbol.dispose]: remove,
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
