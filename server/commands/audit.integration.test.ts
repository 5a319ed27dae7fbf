import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAlone } from '#server/audit/record-action.ts';
import { chainWriter, freshChain, recordLine } from '#server/testing/audit-chain.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const writer = () => chainWriter(app.db, { secret: app.deps.secret });
beforeEach(() => freshChain(writer(), 0));

const run = (...args: string[]) => createTestOperator(app).run('audit', ...args);
const inJson = async (...args: string[]) => JSON.parse((await run('list', '--format', 'json', ...args)).out);

it.each([
  [['frobnicate'], 'frobnicate'],
  [['list', '--action', 'signed-through'], '--action'],
  [['list', '--format', 'xml'], '--format'],
  [['list', '--from', 'tomorrow'], '--from'],
  [['list', '--limit', '0'], '--limit'],
  [['verify', '--deep'], '--deep'],
])('%j ends with 2 and says what about it', async (args, words) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

describe('list', () => {
  it('shows the newest lines first, as a table', async () => {
    await recordLine(writer(), 'person-1');
    await recordAlone(writer(), { action: 'backup-made', actor: 'operator' });
    const { code, out } = await run('list', '--limit', '1000');
    expect(code).toBe(0);
    const [titles, ...lines] = out.trimEnd().split('\n');
    expect(titles).toMatch(/^PLACE +WHEN \(UTC\) +BY +ABOUT +SESSION +ACTION$/);
    expect(lines.map((line) => line.split(/ {2,}/).at(-1)).toSorted()).toEqual([
      'backup-made',
      'signed-in password',
    ]);
  });

  it('finds what an account did, by its address, and by its id when it is gone', async () => {
    const { email, record } = await signedInPerson(app);
    await recordLine(writer(), 'somebody else');
    const own = (await inJson('--account', email.toUpperCase())).map(
      (line: { action: string }) => line.action,
    );
    expect(own.toSorted()).toEqual(['email-confirmed', 'signed-in', 'signed-up']);
    await app.db.deleteFrom('users').where('id', '=', record.id).execute();
    expect(await inJson('--account', record.id)).toHaveLength(3);
    expect((await run('list', '--account', email)).out).toBe('No line is like that.\n');
  });

  it('finds lines of a secret that is only accepted', async () => {
    await recordLine(chainWriter(app.db, { secret: 'the one of before, long enough to pass' }), 'person-1');
    const settings = { ...app.deps.settings, acceptedSecrets: ['the one of before, long enough to pass'] };
    const operator = createTestOperator(app, { settings });
    expect((await operator.run('audit', 'list', '--account', 'person-1')).out).toContain('signed-in');
    expect((await operator.run('audit', 'verify')).code).toBe(0);
  });

  it('goes by action and time', async () => {
    await recordLine(writer(), 'person-1');
    await recordAlone(writer(), { action: 'backup-made', actor: 'operator' });
    expect(await inJson('--action', 'backup-made')).toHaveLength(1);
    expect(await inJson('--from', '2026-11-21', '--to', '2026-11-21')).toHaveLength(2);
    expect(await inJson('--to', '2026-11-20')).toHaveLength(0);
  });
});

describe('verify', () => {
  it('says that a log is whole, and where it ends', async () => {
    await recordLine(writer(), 'person-1');
    const { code, out, err } = await run('verify');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^The log is whole: 1 line, from place 1 to place 1\.\nIt ends at place 1 with [\w-]{43}\./,
    );
  });

  it('ends with 1 and names the place when a line is gone', async () => {
    for (const person of ['1', '2', '3']) await recordLine(writer(), person);
    await app.db.deleteFrom('audit').where('seq', '=', 2).execute();
    const { code, out, err } = await run('verify');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The log is not whole (2 lines):\n  Place 2 was removed.');
    const json = await run('verify', '--format', 'json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      whole: false,
      problems: [{ kind: 'missing', from: 2, to: 2 }],
    });
  });

  it('says what it cannot tell', async () => {
    await recordLine(chainWriter(app.db, { secret: 'one that is forgotten, long enough' }), 'person-1');
    await recordLine(writer(), 'person-2');
    await app.db
      .insertInto('audit')
      .values({ id: 'old', at: '2026-01-01', action: 'x', subject: '' })
      .execute();
    const { code, out } = await run('verify');
    expect(code).toBe(0);
    expect(out).toContain('AUTH_SECRET was changed at place 2');
    expect(out).toContain('Nobody can tell whether 1 line of before');
    expect(out).toContain('Beside the chain there are 1 line from before');
  });
});

it('keeps what operators do with submissions', async () => {
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
  const lines = await app.db.selectFrom('audit').selectAll().orderBy('seq').execute();
  expect(lines.map(({ action, actor, detail }) => `${actor} ${action} ${detail}`.trim())).toEqual([
    'operator submissions-listed',
    'operator submission-shown',
    'operator submissions-exported csv',
    'operator submission-released',
    'operator submission-deleted',
  ]);
  expect(lines.map(({ subject }) => subject !== '')).toEqual([false, true, false, true, true]);
  expect((await run('verify')).code).toBe(0);
});
