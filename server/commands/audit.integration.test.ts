import { beforeEach, describe, expect, it } from 'vitest';
import { SIGNED_IN } from '#features/accounts/server/audit-actions.ts';
import { BACKUP_MADE, RETENTION_RUN } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { newOperator } from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

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
