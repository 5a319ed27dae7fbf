import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('whatever else is under way, a deletion leaves nothing of the person behind, and nothing fails', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const { email, browser, record } = await signedInPerson(app);
    await browser.post(ACCOUNT_API.deletionProof, { name: record.name, password: PASSWORD });
    app.advance(1_000);
    await app.browser().post(ACCOUNT_API.requestReset, { email });
    const token = await app.tokenMailedTo(email);
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie: cookies };
    const stranger = () => app.browser();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => stranger().post(ACCOUNT_API.requestReset, { email })),
      stranger().post(ACCOUNT_API.reset, { token, password: 'a new password' }),
      stranger().post(ACCOUNT_API.signIn, { email, password: PASSWORD }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of a stranger' }),
      stranger().post(ACCOUNT_API.signUp, { email, password: 'of another' }),
      stranger().post(PRODUCT_API.saveUser, { about: 'late' }, own),
      stranger().delete(pathFor(PRODUCT_API.user, record.id), own),
    ]);
    for (const { status } of answers) statuses.add(status);
    // Where the reset came first, it ended the session that would have deleted.
    const isThere = await app.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', record.id)
      .executeTakeFirst();
    if (isThere !== undefined) continue;
    for (const table of ['accounts', 'sessions', 'messages', 'outbox'] as const) {
      const rows = await app.db.selectFrom(table).select('id').where('user_id', '=', record.id).execute();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    const shadows = await app.db.selectFrom('users').select('id').where('shadows', '=', record.id).execute();
    expect(shadows).toEqual([]);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});
