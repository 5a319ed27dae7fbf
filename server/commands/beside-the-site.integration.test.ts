import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { insertRow } from '#server/database/rows.ts';
import { troubleIn } from '#server/testing/server-process.ts';
import { startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

type Env = Readonly<Record<string, string>>;

const operator = (env: Env, args: readonly string[], how = {}) => startOperator(env, args, how).end;

test('operator commands work while the site runs, and end without an error when the pipe they print to is closed', async () => {
  const place = await openTestPlace();
  const site = await startTestServer({ ...place.env, RATE_LIMIT_SCALE: '1000' });
  const send = async () => {
    const body = JSON.stringify({ name: 'Asha', email: 'asha@example.com', message: 'Hello' });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const url = `${site.url}${pathFor(FORMS_API.submit, 'contact')}`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  };
  const add = () => operator(place.env, ['staff', 'add', 'asha@example.com', '--role', 'owner']);
  const [added] = await Promise.all([add(), send(), send()]);
  expect(added).toEqual({ code: 0, out: expect.stringContaining('/console/join?token='), err: '' });

  // The output of these rows is longer than the buffer of a pipe.
  const db = place.open();
  const actor = 'a'.repeat(4_000);
  for (let number = 0; number < 40; number++)
    await insertRow(db, 'audit', {
      ...{ id: `${number}`, at: '2026-11-21T10:00:00.000Z', action: 'signed-in', detail: actor },
      ...{ actor: 'visitor', subject: '', session: '', link: '' },
    });
  await db.destroy();
  const cut = await operator(place.env, ['audit', 'list', '--limit', '100', '--json'], { readsOn: false });
  expect(cut).toMatchObject({ code: 0, err: '' });
  expect(() => JSON.parse(cut.out)).toThrow();
  site.terminate();
  expect(await site.exit).toEqual({ code: 0, signal: null });
  expect(troubleIn(site.output())).toEqual([]);
}, 60_000);

test('if the database file is not a database, operator commands print one sentence without a stack trace', async () => {
  const place = await openTestPlace('');
  mkdirSync(place.env.DATA_DIR, { recursive: true });
  writeFileSync(join(place.env.DATA_DIR, 'site.sqlite'), 'a shopping list, not a database\n'.repeat(100));
  expect(await operator({ DATA_DIR: place.env.DATA_DIR }, ['audit', 'list'])).toEqual({
    code: 1,
    out: '',
    err: 'The database file is damaged, or not a database (file is not a database). Restore a backup.\n',
  });
});
