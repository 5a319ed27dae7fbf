import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { startOperator } from '#server/testing/operator-process.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

type Env = Readonly<Record<string, string>>;

const operator = (env: Env, args: readonly string[], how = {}) => startOperator(env, args, how).end;

test('operator commands work beside the running site, on what visitors sent', async () => {
  const place = await openTestPlace();
  const site = await startTestServer({ ...place.env, RATE_LIMIT_SCALE: '1000' });
  const send = async (number: number, trap = '') => {
    const answer = await fetch(`${site.url}${pathFor(FORMS_API.submit, 'contact')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        name: `Person ${number}`,
        email: `person-${number}@example.com`,
        message: `=Message ${number} ${'x'.repeat(4_000)}`,
        _gotcha: trap,
      }),
    });
    expect(answer.status).toBe(200);
  };
  await send(1);
  await send(2, 'I am a robot');
  // More than a pipe holds.
  for (let number = 3; number < 40; number++) await send(number);
  const submissions = (...args: string[]) => operator(place.env, ['submissions', ...args]);

  const list = await submissions('list', '--state', 'quarantined', '--json');
  expect(list).toMatchObject({ code: 0, err: '' });
  const [{ id, name }] = JSON.parse(list.out).submissions;
  expect(name).toBe('Person 2');

  // While the site goes on writing.
  const [released] = await Promise.all([submissions('release', id), send(40), send(41)]);
  expect(released).toEqual({ code: 0, out: expect.stringContaining(`${id} is received`), err: '' });
  const mailbox = await (await fetch(`${site.url}/mailbox/messages.json`)).text();
  expect(mailbox.match(/=Message 2 /g)?.length).toBeGreaterThan(0);

  const cut = await operator(place.env, ['submissions', 'export', '--format', 'json'], { readsOn: false });
  expect(cut).toMatchObject({ code: 0, err: '' });
  expect(() => JSON.parse(cut.out)).toThrow();
  expect((await operator({ ...place.env, PORT: 'x' }, ['submissions', 'list'])).err).toContain('PORT');
  site.terminate();
  expect(await site.exit).toEqual({ code: 0, signal: null });
  expect(site.output()).not.toContain('"level":');
}, 60_000);

test('a wrong DATA_DIR is an error, not an empty site', async () => {
  const place = await openTestPlace('');
  const folder = join(place.env.DATA_DIR, 'elsewhere');
  const { code, out, err } = await operator({ DATA_DIR: folder }, ['submissions', 'list']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(join(folder, 'site.sqlite'));
  expect(err).toContain('DATA_DIR');
  expect(existsSync(folder)).toBe(false);
});

test('a file that is no database is told in a sentence, without a stack', async () => {
  const place = await openTestPlace('');
  mkdirSync(place.env.DATA_DIR, { recursive: true });
  writeFileSync(join(place.env.DATA_DIR, 'site.sqlite'), 'a shopping list, not a database\n'.repeat(100));
  expect(await operator({ DATA_DIR: place.env.DATA_DIR }, ['audit', 'list'])).toEqual({
    code: 1,
    out: '',
    err: 'The database file is damaged, or is none (file is not a database). Restore a backup.\n',
  });
});
