import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { SIGNED_IN } from '#features/accounts/server/audit-actions.ts';
import { BACKUP_MADE, RETENTION_RUN } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { hashFile, manifestFileOf, secretFileOf } from '#server/backup/backup-files.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { FEATURES } from '#server/features.ts';
import { describeRelease, readRelease } from '#server/release.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import {
  createSiteOperator,
  createTestOperator,
  newOperator,
  startOperator,
} from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { API_HEADERS, createRestartingSite, troubleIn } from '#server/testing/server-process.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { EXIT_CODES, runOperator } from './operator-program.ts';

const AT = '2026-11-21T10:00:00.000Z';
const app = await openTestApp();
let folder: string;
beforeEach(async () => {
  await app.db.deleteFrom('audit').execute();
  folder = makeTemporaryFolder();
});

describe('the command “operator audit list”', () => {
  const recordSignIn = (account: string, keyring = app.deps.keyring) =>
    recordAlone({ ...app.deps, keyring }, { action: SIGNED_IN, actor: { account }, subject: account });
  const list = (...args: string[]) => createTestOperator(app).run('audit', 'list', ...args);

  it('shows the newest audit lines first, each described in words', async () => {
    await recordAlone(app.deps, { action: BACKUP_MADE, actor: 'operator' });
    app.advance(1_000);
    await recordAlone(app.deps, { action: RETENTION_RUN, actor: 'system', detail: 'sessions 4' });
    const { code, out } = await list();
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(`^[\\d-]+ [\\d:]+ The site: ${RETENTION_RUN.words} \\(sessions 4\\)$`),
      expect.stringMatching(`^[\\d-]+ [\\d:]+ By command on the server: ${BACKUP_MADE.words}$`),
    ]);
  });

  it('finds all audit lines of an account, including lines hashed with an older secret that is still accepted', async () => {
    const { email } = await signedInPerson(app);
    await recordSignIn('somebody else');
    const { out: ofAddress } = await list('--json', '--account', email.toUpperCase());
    expect(JSON.parse(ofAddress)).toHaveLength(3);
    const before = 'the one of before, long enough to pass';
    await recordSignIn('person-1', [before]);
    const operator = createTestOperator(app, { keyring: async () => [...app.deps.keyring, before] });
    const { out } = await operator.run('audit', 'list', '--account', 'person-1', '--json');
    expect(JSON.parse(out)).toMatchObject([{ action: 'signed-in' }]);
    expect((await list('--account', 'nobody')).out).toBe('No audit line matches.\n');
  });

  it('[V1.3.3-2] prints names without their control characters, so that no name can control the terminal', async () => {
    const operator = await newOperator(app, 'support');
    const name = '\u001b]0;gone\u0007\u001b[2J\u009b31m\u202e\r\nfake line';
    await app.db.updateTable('users').set({ name }).where('id', '=', operator.record.id).execute();
    for (const args of [[], ['--json']]) expect((await list(...args)).out).not.toMatch(/(?!\n)\p{C}/u);
    expect((await list('--limit', '1')).out.trimEnd().split('\n')).toHaveLength(1);
  });
});

/** Runs the program where the site cannot be started, as with invalid settings. */
async function runUnstarted(...args: readonly string[]) {
  const lines: string[] = [];
  const add = (text: string) => void lines.push(...text.split('\n'));
  const notStarted = () => {
    throw new Error('started');
  };
  const code = await runOperator(args, notStarted, { print: add, complain: add }, FEATURES);
  return { code, lines };
}

test('the operator program’s help fits on one screen, and is printed even if the settings are invalid', async () => {
  const { code, lines } = await runUnstarted('--help');
  expect(code).toBe(EXIT_CODES.done);
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  [['frobnicate'], 'frobnicate'],
  [['audit', 'list', '--action', 'signed-through'], '--action'],
  [['audit', 'list', '--from', '2026-02-30'], 'It must be a day like 2026-11-21.'],
  [['audit', 'list', '--limit', '0'], 'It must be a whole number from 1 to 1000.'],
  [['person', 'reopen', 'asha'], 'It must be an email address.'],
  [['person', 'close', 'asha@example.com'], '--reason'],
  [['staff', 'add', 'asha@example.com', '--role', 'king'], 'Allowed choices are owner'],
])('the operator program refuses the command line %j and says what is wrong', async (args, words) => {
  const { code, lines } = await runUnstarted(...args);
  expect(code).toBe(EXIT_CODES.usage);
  for (const said of [words, '--help']) expect(lines.join('\n')).toContain(said);
});

test('the built server and the operator program print their version and commit with --version', async () => {
  const said = `${describeRelease(readRelease())}\n`;
  expect(await createTestOperator(app).run('--version')).toMatchObject({ code: 0, out: said });
  const cwd = join(import.meta.dirname, '../..');
  const server = execFileSync(process.execPath, ['build/server/main.mjs', '--version'], { cwd });
  expect(server.toString()).toBe(said);
});

/**
 * Runs an operator command. Commands for which the operator program opens the database run in a process of their own, others in
 * this process.
 */
const runOn = (DATA_DIR: string, args: readonly string[]) =>
  ['backup', 'restore', 'copy'].includes(args[0] ?? '')
    ? createSiteOperator({ DATA_DIR }).run(...args)
    : startOperator({ DATA_DIR }, args).end;

/** Stores a backup that passes every check before the check that counts the rows of its tables. */
async function storeBackupWithoutTables(): Promise<void> {
  const file = join(folder, 'site.backup');
  writeFileSync(file, '');
  writeFileSync(secretFileOf(file), 's'.repeat(64));
  const contents = { bytes: 0, sha256: await hashFile(file), tables: { users: 3 }, deletedIds: [] };
  const manifest = { format: 1, kind: 'sqlite', made: AT, schemaVersion: NEWEST_SCHEMA, ...contents };
  writeFileSync(manifestFileOf(file), JSON.stringify(manifest));
}

test.each([
  ['its database', ['person', 'reopen', 'asha@example.com']],
  ['its database', ['staff', 'add', 'asha@example.com', '--role', 'owner']],
  ['its secret', ['backup', '--to', 'FOLDER/new.backup', '--with-secret']],
  ['a backup', ['restore', '--from', 'FOLDER/site.backup', '--yes', '--with-secret', '--replace']],
  ['its database', ['copy', '--to', 'postgres://nobody@127.0.0.1:1/none']],
])(
  'if DATA_DIR is mistyped, an operator command that needs %s fails and creates no files or folders: %j',
  async (_, args) => {
    await storeBackupWithoutTables();
    const before = readdirSync(folder);
    const mistyped = join(folder, 'no', 'data');
    const named = args.map((arg) => arg.replace('FOLDER', folder));
    const missing = await runOn(mistyped, named);
    expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/./) });
    expect(readdirSync(folder)).toEqual(before);

    mkdirSync(mistyped, { recursive: true });
    expect((await runOn(mistyped, named)).code).toBe(1);
    expect(readdirSync(mistyped)).toEqual([]);
  },
);

test('“operator backup” refuses a target folder that cannot be created', async () => {
  writeFileSync(join(folder, 'site.sqlite'), '');
  const { code, err } = await runOn(folder, ['backup', '--to', '/proc/x/']);
  expect([code, err]).toEqual([1, expect.stringContaining('The folder /proc/x cannot be created (ENOENT).')]);
});

test('“operator restore” refuses a folder as the backup, and names the newest backup in that folder, if any', async () => {
  const data = join(folder, 'data');
  const restore = () => runOn(data, ['restore', '--from', folder]);
  expect((await restore()).err).toContain(`${folder} is a folder without a backup.`);
  for (const day of [20, 21]) writeFileSync(join(folder, `site-2026-11-${day}T10-00-00.000Z.sqlite`), '');
  const newest = expect.stringContaining(join(folder, 'site-2026-11-21T10-00-00.000Z.sqlite'));
  expect(await restore()).toMatchObject({ code: 1, err: newest });
  expect(existsSync(data)).toBe(false);
});

test('an operator command can write while the site runs, and ends without an error when its output pipe closes', async () => {
  const place = await openTestPlace();
  const site = await createRestartingSite(place.env, startTestServer);
  const letter = { name: 'Asha', email: 'asha@example.com', message: 'Hello' };
  const send = () => site.post(pathFor(FORMS_API.submit, 'contact'), letter, API_HEADERS);
  const add = startOperator(place.env, ['staff', 'add', 'asha@example.com', '--role', 'owner']).end;
  const [added, ...sent] = await Promise.all([add, send(), send()]);
  expect(added).toEqual({ code: 0, out: expect.stringContaining('/console/join?token='), err: '' });
  expect(sent).toMatchObject([{ status: 200 }, { status: 200 }]);

  // The output of these rows is longer than the buffer of a pipe.
  const line = { at: AT, action: 'signed-in', detail: 'a'.repeat(4_000), actor: 'visitor' };
  const lines = Array.from({ length: 40 }, (_, number) => ({
    ...{ ...line, id: `${number}`, subject: '', session: '', link: '' },
  }));
  await withDatabase(place, (db) => db.insertInto('audit').values(lines).execute());
  const args = ['audit', 'list', '--limit', '100', '--json'];
  const cut = await startOperator(place.env, args, { readsOn: false }).end;
  expect(cut).toMatchObject({ code: 0, err: '' });
  expect(() => JSON.parse(cut.out)).toThrow();
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  expect(troubleIn(site.output())).toEqual([]);
}, 60_000);

test('when the database file is not a database, operator commands print one sentence without a stack trace', async () => {
  writeFileSync(join(folder, 'site.sqlite'), 'a shopping list, not a database\n'.repeat(100));
  expect(await runOn(folder, ['audit', 'list'])).toEqual({
    code: 1,
    out: '',
    err: 'The database file is damaged, or not a database (file is not a database). Restore a backup.\n',
  });
});
