import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { hashFile, manifestFileOf, secretFileOf } from '#server/backup/backup-files.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { createSiteOperator, startOperator } from '#server/testing/test-operator.ts';

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});

/** A separate process if the command first opens the site’s database or secret. */
const run = (env: Readonly<Record<string, string>>, args: readonly string[]) =>
  args[0] === 'person' || args[0] === 'staff'
    ? startOperator(env, args).end
    : createSiteOperator(env).run(...args);

/** This backup passes every check before the one that counts rows. */
async function backupWithoutTables(): Promise<string> {
  const file = join(folder, 'site.backup');
  writeFileSync(file, '');
  const manifest = {
    format: 1,
    kind: 'sqlite',
    made: '2026-11-21T10:00:00.000Z',
    schemaVersion: NEWEST_SCHEMA,
  };
  const counts = { bytes: 0, sha256: await hashFile(file), tables: { users: 3 }, deletedIds: [] };
  writeFileSync(manifestFileOf(file), JSON.stringify({ ...manifest, ...counts }));
  writeFileSync(secretFileOf(file), 's'.repeat(64));
  return file;
}

const COMMANDS: readonly (readonly string[])[] = [
  ['person', 'reopen', 'asha@example.com'],
  ['staff', 'add', 'asha@example.com', '--role', 'owner'],
  ['backup', '--to', 'FOLDER/new.backup', '--with-secret'],
  ['restore', '--from', 'FOLDER/site.backup', '--yes', '--with-secret', '--replace'],
  ['copy', '--to', 'postgres://nobody@127.0.0.1:1/none'],
];

test.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
  'with a mistyped DATA_DIR, the command “%s” fails and creates no files or folders',
  async (_, args) => {
    await backupWithoutTables();
    const before = readdirSync(folder);
    const mistyped = join(folder, 'no', 'data');
    const named = args.map((arg) => arg.replace('FOLDER', folder));
    const missing = await run({ DATA_DIR: mistyped }, named);
    expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/./) });
    expect(readdirSync(folder)).toEqual(before);

    mkdirSync(mistyped, { recursive: true });
    expect((await run({ DATA_DIR: mistyped }, named)).code).toBe(1);
    expect(readdirSync(mistyped)).toEqual([]);
  },
);

test('“operator backup” refuses a target folder that cannot be created', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'site.sqlite'), '');
  const { code, err } = await run({ DATA_DIR: data }, ['backup', '--to', '/proc/x/']);
  expect([code, err]).toEqual([1, expect.stringContaining('The folder /proc/x cannot be created (ENOENT).')]);
});

test('“operator restore” refuses a folder as the backup, and names the newest backup in it', async () => {
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const restore = () => run({ DATA_DIR: join(folder, 'data') }, ['restore', '--from', backups]);
  expect((await restore()).err).toContain(`${backups} is a folder without a backup.`);
  for (const day of [20, 21]) writeFileSync(join(backups, `site-2026-11-${day}T10-00-00.000Z.sqlite`), '');
  expect(await restore()).toMatchObject({
    code: 1,
    err: expect.stringContaining(join(backups, 'site-2026-11-21T10-00-00.000Z.sqlite')),
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
