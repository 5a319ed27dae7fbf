import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionsTable } from '#server/database/schema.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { attachFile, idOf, storeMessage } from '#server/testing/stored-messages.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';
import type { OperatorDeps } from './operator-deps.ts';

const app = await openSharedApp();
const folder = mkdtempSync(join(tmpdir(), 'submissions-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  await app.db.deleteFrom('submissions').execute();
  await app.db.deleteFrom('outbox').execute();
  await app.db.deleteFrom('audit').execute();
});

const runWith = (surroundings: Partial<OperatorDeps>, ...args: string[]) =>
  createTestOperator(app, surroundings).run('submissions', ...args);
const run = (...args: string[]) => runWith({}, ...args);

const store = (number: number, values?: Partial<SubmissionsTable>) => storeMessage(app.db, number, values);
const attach = (submission: string, name: string, content: string) =>
  attachFile(app.db, submission, name, content);

describe('what is not understood', () => {
  it.each([
    [['frobnicate'], 'frobnicate'],
    [['list', '--state', 'sent'], 'Allowed choices are received, quarantined, unpaid'],
    [['list', '--form', 'newsletter'], '--form'],
    [['delete'], '--state and --before'],
    [['delete', '--before', '2026-11-21', '--yes'], '--state and --before'],
    [['delete', 'abcdef', '--state', 'quarantined', '--yes'], 'not both'],
  ])('%j ends with 2 and says what about it', async (args, words) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
    expect(err).toContain('--help');
  });
});

describe('list', () => {
  it('shows the newest first, one line each, within the terminal, and counts', async () => {
    await store(1);
    await store(2, {
      message:
        'A longer message,\nwith lines, that is too long for the one line it has on a terminal of this width',
    });
    await store(3, { state: 'quarantined', form: 'feedback' });
    const { out, code } = await run('list');
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^ID +WHEN \(UTC\) +FORM +STATE +DUE +FROM$/);
    expect(lines[1]).toMatch(/^00000003 +2026-11-03 10:00 +feedback +quarantined +person-3@example.com$/);
    expect(lines[2]).toBe('  Person 3: Message 3');
    expect(lines[3]).toMatch(/^00000002 /);
    expect(lines[4]).toMatch(/^ {2}Person 2: A longer message, with lines, .*…$/);
    expect(lines[5]).toMatch(/^00000001 /);
    expect(lines.slice(7)).toEqual(['', '3 submissions.']);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('finds what was sent from an address, in any case of letters', async () => {
    await store(1, { email: 'Asha@Example.com' });
    await store(2);
    const { out } = await run('list', '--from-address', 'asha@example.COM');
    expect(out).toContain('Asha@Example.com');
    expect(out).toContain('1 submission.');
  });

  it('says how many there are beyond the limit', async () => {
    for (const number of [1, 2, 3]) await store(number);
    expect((await run('list', '--limit', '2')).out).toContain('The newest 2 of 3 submissions.');
  });

  it.each([
    [['--form', 'feedback'], [3]],
    [['--state', 'quarantined'], [2]],
    [
      ['--from', '2026-11-02'],
      [3, 2],
    ],
    [
      ['--to', '2026-11-02'],
      [2, 1],
    ],
    [['--from', '2026-11-02', '--to', '2026-11-02T10:00:00.000Z'], [2]],
    [['--form', 'contact', '--state', 'received'], [1]],
  ])('%j', async (filter, expected) => {
    await store(1);
    await store(2, { state: 'quarantined' });
    await store(3, { form: 'feedback' });
    const { total, submissions } = JSON.parse((await run('list', ...filter, '--json')).out);
    expect(submissions.map(({ id }: { id: string }) => id)).toEqual(expected.map(idOf));
    expect(total).toBe(expected.length);
  });

  it('[V1.3.3-2] lets nobody drive the terminal', async () => {
    const hostile = '\u001b]0;gone\u0007\u001b[2J\u009b31m\u202e\r\nfake line\u0000'.replace(
      '\u0000',
      process.env.TEST_DATABASE_URL ? '' : '\u0000',
    );
    const id = await store(1, {
      name: hostile,
      email: hostile,
      message: hostile,
      fields: JSON.stringify({ [hostile]: hostile }),
    });
    await attach(id, hostile, 'x');
    for (const args of [['list'], ['list', '--json'], ['show', id], ['show', id, '--json']]) {
      const { out } = await run(...args);
      expect(out).not.toMatch(/(?!\n)\p{C}/u);
    }
    expect((await run('list')).out.trimEnd().split('\n')).toHaveLength(5);
    const exported = (await run('export', '--format', 'csv')).out;
    expect(exported.replace('\ufeff', '')).not.toMatch(/(?![\r\n])\p{Cc}/u);
  });
});

describe('show', () => {
  it('shows everything, by the beginning of the id', async () => {
    const id = await store(1, {
      message: 'Hello,\nState  received\n\nbye',
      fields: JSON.stringify({ company: 'Analytical Engines' }),
      payment_intent: 'pi_123',
      amount: 1200,
      currency: 'eur',
    });
    await attach(id, 'plan.txt', 'the plan');
    const { code, out } = await run('show', '000000');
    expect(code).toBe(0);
    for (const part of [
      id,
      '2026-11-01 10:00:00 UTC',
      'contact',
      'Person 1',
      'person-1@example.com',
      'pi_123',
    ])
      expect(out).toContain(part);
    expect(out).toContain('€12 (pi_123)');
    expect(out).toContain('plan.txt (text/plain, 8 bytes, field “upload”)');
    expect(out).toContain('company\n\n  Analytical Engines');
    // What people write is indented: it cannot look like a line of ours.
    expect(out).toContain('\n  State  received\n\n  bye');
    expect(out).not.toContain('secret-key');
  });

  it('says who was signed in, whatever address was typed', async () => {
    const { email, record } = await signedInPerson(app);
    const one = await store(1, { user_id: record.id, email: 'somebody-else@example.com' });
    const two = await store(2);
    expect((await run('show', one)).out).toContain(`signed in as ${email}`);
    expect((await run('show', two)).out).toContain('not signed in');
  });

  it('says when an id means none or several', async () => {
    await store(1, { id: 'same-beg-1' });
    await store(2, { id: 'same-beg-2' });
    await store(3, { id: 'same-beg' });
    expect(await run('show', 'nobody-knows')).toEqual({
      code: 1,
      out: '',
      err: 'There is no submission nobody-knows.\n',
    });
    expect(await run('show', 'same-be')).toMatchObject({ code: 1, err: expect.stringContaining('Several') });
    expect((await run('show', '%%%%%%')).code).toBe(1);
    expect((await run('show', 'same-beg')).out).toContain('Person 3');
  });

  it('[V5.4.1] saves files inside the folder, over nothing', async () => {
    const id = await store(1);
    await attach(id, '../../escape.txt', 'one');
    const place = join(folder, 'saved');
    for (const more of [[], ['--json']])
      expect((await run('show', id, '--save', place, ...more)).code).toBe(0);
    expect(readdirSync(place).sort()).toEqual(['escape (2).txt', 'escape.txt']);
    expect(existsSync(join(folder, 'escape.txt'))).toBe(false);
  });
});

describe('export', () => {
  it('JSON is one array, oldest first, with the exact texts', async () => {
    await store(2, { message: '=1+1\u001b' });
    await store(1);
    const { code, out } = await run('export', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(JSON.parse(out)[1]).toEqual({
      id: idOf(2),
      form: 'contact',
      state: 'received',
      user_id: null,
      name: 'Person 2',
      email: 'person-2@example.com',
      message: '=1+1\u001b',
      fields: {},
      created_at: '2026-11-02T10:00:00.000Z',
      due_at: null,
      done_at: null,
      payment: null,
      files: [],
    });
    expect(JSON.parse((await run('export', '--format', 'json', '--form', 'feedback')).out)).toEqual([]);
  });

  it.each(['csv', 'json'])('%s has each of several pages once, also those of one moment', async (format) => {
    for (let number = 1; number <= 210; number++) {
      await store(number, { created_at: `2026-11-0${Math.ceil(number / 90)}T10:00:00.000Z` });
    }
    const { out } = await run('export', '--format', format);
    const ids = [...out.matchAll(/\d{8}-aaaa-4aaa-8aaa-a{12}/g)].map(([id]) => id);
    expect(ids).toEqual(Array.from({ length: 210 }, (_, at) => idOf(at + 1)));
    expect(out).not.toContain('secret-key');
  });

  it('writes a whole file as CSV, over nothing unless told to', async () => {
    await store(1);
    const file = join(folder, 'out.csv');
    expect(await run('export', '--out', file)).toEqual({
      code: 0,
      out: `1 submission in ${file}.\n`,
      err: '',
    });
    const first = readFileSync(file, 'utf8');
    expect(first).toContain('Message 1');

    await store(2);
    const again = await run('export', '--out', file);
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('exists already') });
    expect(readFileSync(file, 'utf8')).toBe(first);

    expect((await run('export', '--out', file, '--force')).out).toContain('2 submissions');
    expect(readFileSync(file, 'utf8')).toContain('Message 2');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('leaves nothing behind when it fails half-way', async () => {
    const file = join(folder, 'half.json');
    const openDb = async () =>
      app.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => 'message' in row)) throw new Error('the disk is gone');
          return result;
        },
      });
    await store(1);
    const { code, err } = await runWith({ openDb }, 'export', '--format', 'json', '--out', file);
    expect([code, err]).toEqual([1, 'the disk is gone\n']);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
