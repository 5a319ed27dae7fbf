import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { SIGNED_IN } from '#features/accounts/server/audit-actions.ts';
import { BACKUP_MADE, RETENTION_RUN } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { FEATURES } from '#server/features.ts';
import { describeRelease, readRelease } from '#server/release.ts';
import { newOperator } from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';
import { EXIT_CODES, runOperator } from './operator-program.ts';

const app = await openTestApp();

beforeEach(() => app.db.deleteFrom('audit').execute());
const recordSignIn = (account: string, keyring = app.deps.keyring) =>
  recordAlone({ ...app.deps, keyring }, { action: SIGNED_IN, actor: { account }, subject: account });

const run = (...args: string[]) => createTestOperator(app).run('audit', ...args);
const inJson = async (...args: string[]) => JSON.parse((await run('list', '--json', ...args)).out);

describe('the command “operator audit list”', () => {
  it('shows the newest audit lines first, each described in words', async () => {
    await recordAlone(app.deps, { action: BACKUP_MADE, actor: 'operator' });
    app.advance(1_000);
    await recordAlone(app.deps, { action: RETENTION_RUN, actor: 'system', detail: 'sessions 4' });
    const { code, out } = await run('list');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(`^[\\d-]+ [\\d:]+ The site: ${RETENTION_RUN.words} \\(sessions 4\\)$`),
      expect.stringMatching(`^[\\d-]+ [\\d:]+ With the tools of the server: ${BACKUP_MADE.words}$`),
    ]);
  });

  it('finds all audit lines of an account, also those hashed with an older secret that is still accepted', async () => {
    const { email } = await signedInPerson(app);
    await recordSignIn('somebody else');
    expect(await inJson('--account', email.toUpperCase())).toHaveLength(3);
    const before = 'the one of before, long enough to pass';
    await recordSignIn('person-1', [before]);
    const operator = createTestOperator(app, { keyring: async () => [...app.deps.keyring, before] });
    const { out } = await operator.run('audit', 'list', '--account', 'person-1', '--json');
    expect(JSON.parse(out)).toMatchObject([{ action: 'signed-in' }]);
  });

  it('[V1.3.3-2] prints names without their control characters, so that no name can control the terminal', async () => {
    const operator = await newOperator(app, 'support');
    const name = '\u001b]0;gone\u0007\u001b[2J\u009b31m\u202e\r\nfake line';
    await app.db.updateTable('users').set({ name }).where('id', '=', operator.record.id).execute();
    for (const args of [[], ['--json']]) expect((await run('list', ...args)).out).not.toMatch(/(?!\n)\p{C}/u);
    expect((await run('list', '--limit', '1')).out.trimEnd().split('\n')).toHaveLength(1);
  });
});

async function runUnstarted(...args: readonly string[]) {
  let said = '';
  const add = (text: string) => {
    said += `${text}\n`;
  };
  const notStarted = () => {
    throw new Error('started');
  };
  const code = await runOperator(args, notStarted, { print: add, complain: add }, FEATURES);
  return { code, lines: said.trimEnd().split('\n') };
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
  expect(lines.join('\n')).toContain(words);
  expect(lines.join('\n')).toContain('--help');
});

test('the built server and the operator program print their version and commit with --version', async () => {
  const said = { code: 0, out: `${describeRelease(readRelease())}\n` };
  expect(await createTestOperator(app).run('--version')).toMatchObject(said);
  const server = execFileSync(process.execPath, ['build/server/main.mjs', '--version'], {
    cwd: join(import.meta.dirname, '../..'),
  });
  expect(server.toString()).toBe(said.out);
});
