import { beforeEach, describe, expect, it } from 'vitest';
import { recordAlone } from '#server/audit/record-action.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

const app = await openSharedApp();

beforeEach(() => app.db.deleteFrom('audit').execute());
const record = (action: 'backup-made' | 'copied') => recordAlone(app.deps, { action, actor: 'operator' });
const recordSignIn = (account: string, keyring = app.deps.keyring) =>
  recordAlone(
    { ...app.deps, keyring },
    { action: 'signed-in', actor: { account }, subject: account, detail: 'password' },
  );

const run = (...args: string[]) => createTestOperator(app).run('audit', ...args);
const inJson = async (...args: string[]) => JSON.parse((await run('list', '--format', 'json', ...args)).out);

it('an action that there is not ends with 2', async () => {
  const { code, err } = await run('list', '--action', 'signed-through');
  expect([code, err]).toEqual([2, expect.stringContaining('--action')]);
});

describe('list', () => {
  it('shows the newest lines first, as a table', async () => {
    await recordSignIn('person-1');
    await record('backup-made');
    await record('copied');
    const { code, out } = await run('list', '--limit', '1000');
    expect(code).toBe(0);
    const [titles, ...lines] = out.trimEnd().split('\n');
    expect(titles).toMatch(/^WHEN \(UTC\) +BY +ABOUT +SESSION +ACTION$/);
    expect(lines.map((line) => line.split(/ {2,}/).at(-1)).toSorted()).toEqual([
      'backup-made',
      'copied',
      'signed-in password',
    ]);
  });

  it('finds what an account did, by its address, and by its id when it is gone', async () => {
    const { email, record } = await signedInPerson(app);
    await recordSignIn('somebody else');
    const own = (await inJson('--account', email.toUpperCase())).map(
      (line: { action: string }) => line.action,
    );
    expect(own.toSorted()).toEqual(['email-confirmed', 'signed-in', 'signed-up']);
    await app.db.deleteFrom('users').where('id', '=', record.id).execute();
    expect(await inJson('--account', record.id)).toHaveLength(3);
    expect((await run('list', '--account', email)).out).toBe('No line matches.\n');
  });

  it('finds lines of a secret that is only accepted', async () => {
    const before = 'the one of before, long enough to pass';
    await recordSignIn('person-1', [before]);
    const keyring = () => [...app.deps.keyring, before] as const;
    const operator = createTestOperator(app, { keyring });
    expect((await operator.run('audit', 'list', '--account', 'person-1')).out).toContain('signed-in');
  });

  it('goes by action and time', async () => {
    await recordSignIn('person-1');
    await record('backup-made');
    expect(await inJson('--action', 'backup-made')).toHaveLength(1);
    expect(await inJson('--from', '2026-11-21', '--to', '2026-11-21')).toHaveLength(2);
    expect(await inJson('--to', '2026-11-20')).toHaveLength(0);
  });
});

it('[P-127] the log keeps what operators do with submissions', async () => {
  const received = await storeMessage(app.db, 1);
  const caught = await storeMessage(app.db, 2, { state: 'quarantined' });
  const submissions = createTestOperator(app);
  await submissions.run('submissions', 'list');
  await submissions.run('submissions', 'show', received);
  await submissions.run('submissions', 'export', '--format', 'csv');
  await submissions.run('submissions', 'release', caught);
  await submissions.run('submissions', 'release', caught);
  await submissions.run('submissions', 'delete', received, '--yes');
  await submissions.run('submissions', 'show', 'nobody-knows');
  const lines = await app.db.selectFrom('audit').selectAll().execute();
  const told = lines.map(
    ({ action, actor, detail, subject }) => `${actor} ${action} ${subject === '' ? detail : 'of one'}`,
  );
  expect(told.map((line) => line.trim()).toSorted()).toEqual([
    'operator submission-deleted of one',
    'operator submission-released of one',
    'operator submission-shown of one',
    'operator submissions-exported csv',
    'operator submissions-listed',
  ]);
});
