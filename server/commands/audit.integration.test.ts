import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordAlone } from '#server/audit/record-action.ts';
import { chainWriter, freshChain, recordLine, sealAll } from '#server/testing/audit-chain.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';

const app = await openSharedApp();

const writer = () => chainWriter(app.db, { keyring: app.deps.keyring });
beforeEach(() => freshChain(writer(), 0));

const run = (...args: string[]) => createTestOperator(app).run('audit', ...args);
const inJson = async (...args: string[]) => JSON.parse((await run('list', '--format', 'json', ...args)).out);

it.each([
  [['list', '--action', 'signed-through'], '--action'],
  [['verify', '--seal', '12'], '--seal'],
])('%j ends with 2 and says what about it', async (args, words) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

describe('list', () => {
  it('shows the newest lines first, as a table', async () => {
    await recordLine(writer(), 'person-1');
    await recordAlone(writer(), { action: 'backup-made', actor: 'operator' });
    await sealAll(writer());
    await recordAlone(writer(), { action: 'copied', actor: 'operator' });
    const { code, out } = await run('list', '--limit', '1000');
    expect(code).toBe(0);
    const [titles, ...lines] = out.trimEnd().split('\n');
    expect(titles).toMatch(/^PLACE +WHEN \(UTC\) +BY +ABOUT +SESSION +ACTION$/);
    expect(lines.map((line) => line.split(/ {2,}/).at(-1)).toSorted()).toEqual([
      'backup-made',
      'copied',
      'signed-in password',
    ]);
    expect(lines.map((line) => line.split(/ +/)[0]).toSorted()).toEqual(['1', '2', '–']);
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
    expect((await run('list', '--account', email)).out).toBe('No line matches.\n');
  });

  it('finds lines of a secret that is only accepted', async () => {
    const before = 'the one of before, long enough to pass';
    await recordLine(chainWriter(app.db, { keyring: [before] }), 'person-1');
    const keyring = () => [...app.deps.keyring, before] as const;
    const operator = createTestOperator(app, { keyring });
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
  /** Three sealed lines, the seal of each. */
  async function threeSeals(): Promise<string[]> {
    const seals: string[] = [];
    for (const person of ['1', '2', '3']) {
      await recordLine(writer(), person);
      seals.push((await sealAll(writer())) ?? '');
    }
    return seals;
  }

  it('without a seal says what the lines agree with, what that cannot show, and how to give one', async () => {
    const seals = await threeSeals();
    const { code, out, err } = await run('verify');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      'agree with each other and with the end that the same database holds (3 lines, from',
    );
    expect(out).toMatch(/cannot show .* --seal PLACE:LINK, or --log FILE/);
    expect(out).toContain(`The newest seal in the database is ${seals[2]}`);
    expect(out).not.toContain('whole');
    expect(JSON.parse((await run('verify', '--format', 'json')).out)).toMatchObject({
      whole: false,
      problems: [],
    });
  });

  it('says “whole” up to the place of a kept seal', async () => {
    const seals = await threeSeals();
    const { code, out } = await run('verify', '--seal', seals[1] ?? '');
    expect(code).toBe(0);
    expect(out).toContain('The log is whole up to place 2:');
    expect(out).toContain('The 1 line after it were compared only with each other');
    const json = await run('verify', '--format', 'json', '--seal', seals[2] ?? '');
    expect(JSON.parse(json.out)).toMatchObject({ whole: true, wholeUpTo: 3 });
  });

  it('compares with every seal in a file of the log, whatever stands around it', async () => {
    const seals = await threeSeals();
    const folder = makeTemporaryFolder();
    const file = join(folder, 'site.log');
    const logged = (seal: string) => `site-1 | {"level":"info","seal":"${seal}","lines":1,"msg":"sealed"}\n`;
    const typed = JSON.stringify({ path: '/x"seal":"2:typed' });
    await writeFile(file, `${typed}\n${seals.map(logged).join('')}the last line was cu`);
    expect((await run('verify', '--log', file)).out).toContain('whole up to place 3');
    // Somebody removes all of it, and the site goes on.
    await freshChain(writer(), 3);
    const { code, out, err } = await run('verify', '--log', file);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Place 1 is not as the kept seal says');
    await writeFile(file, typed);
    const sealless = { code: 2, err: expect.stringContaining('has no line with a seal') };
    expect(await run('verify', '--log', file)).toMatchObject(sealless);
    expect(await run('verify', '--log', file, '--seal', seals[0] ?? '')).toMatchObject(sealless);
  });

  it('[V16.4.2] ends with 1 and names the place when a line is gone', async () => {
    await threeSeals();
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
    await freshChain(chainWriter(app.db, { keyring: ['one that is forgotten, long enough'] }), 1);
    await recordLine(writer(), 'person-2');
    await sealAll(writer());
    await recordLine(writer(), 'person-3');
    const { code, out } = await run('verify');
    expect(code).toBe(0);
    expect(out).toContain('Nobody can tell whether 1 line of before');
    expect(out).toContain('Not yet sealed, and so not checked: 1 line.');
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
