import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { hashOfId } from '#server/audit/record-action.ts';
import { FEATURES } from '#server/features.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = ['content', 'contract', 'refusals', 'migration', 'routes', 'console-view', 'feature'];
const folder = mkdtempSync(join(ROOT, 'build/guest-book-'));
afterAll(() => rmSync(folder, { recursive: true }));
const guide = readFileSync(join(ROOT, 'docs/guides/add-a-feature.md'), 'utf8')
  .replaceAll('#content/features/guest-book.ts', './content.ts')
  .replaceAll('#features/guest-book/', './');
for (const [at, [, code = '']] of [...guide.matchAll(/^ *```ts\n(.*?)^ *```$/gms)].entries())
  if (FILES[at] !== undefined) writeFileSync(join(folder, `${FILES[at]}.ts`), code);
const { GUEST_BOOK_MAIL, GUEST_BOOK_RETENTION, GUEST_BOOK_TABLES } = await import(join(folder, 'content.ts'));
const { GUEST_BOOK, GUEST_BOOK_VIEW } = await import(join(folder, 'contract.ts'));
const { up } = await import(join(folder, 'migration.ts'));

/**
 * Adds the guest book of `docs/guides/add-a-feature.md` to the lists of features. The core must find all its parts through these
 * lists, which are mocked before anything reads them. In a fork that followed the guide, the lists already contain the guest book.
 */
const isInLists = FEATURES.some(({ name }) => name === 'guest-book');
if (!isInLists) {
  // Loads all modules anew, so that the guest book and the site's features use the same module instances.
  vi.resetModules();
  vi.doMock('#server/features.ts', async (original) => {
    const list = await original<typeof import('#server/features.ts')>();
    const { guestBook } = await import(join(folder, 'feature.ts'));
    return { FEATURES: [...list.FEATURES, guestBook] };
  });
  vi.doMock('#content/features.ts', async (original) => {
    const list = await original<typeof import('#content/features.ts')>();
    const TO_OPERATORS = [...list.TO_OPERATORS, GUEST_BOOK_MAIL.name];
    return { ...list, MAILS: [...list.MAILS, GUEST_BOOK_MAIL], TO_OPERATORS };
  });
  vi.doMock('#content/feature-data.ts', async (original) => {
    const list = await original<typeof import('#content/feature-data.ts')>();
    const facts = { name: 'guest-book', tables: GUEST_BOOK_TABLES, retention: GUEST_BOOK_RETENTION };
    return { FEATURE_FACTS: [...list.FEATURE_FACTS, facts] };
  });
  // The built mails lack the mail of the guest book, so all mails are compiled here.
  vi.doMock('#server/mail/templates.ts', async (original) => {
    const { compileMails } = await import('#server/mail/compile-mails.ts');
    const compiled = compileMails();
    return { ...(await original<object>()), loadMailTemplates: () => compiled };
  });
}
const LISTS = ['#server/features.ts', '#content/features.ts', '#content/feature-data.ts'];
afterAll(() => {
  for (const mocked of [...LISTS, '#server/mail/templates.ts']) vi.doUnmock(mocked);
  vi.resetModules();
});

const { PERSONAL_DATA } = await import('#content/data-register.ts');
const { notificationAddress } = await import('#features/forms/server/settings.ts');
const { countOwn, personOfMailbox } = await import('#features/your-data/server/own-tables.ts');
const { cleanRestored } = await import('#server/backup/clean-restored.ts');
const { tablesOf } = await import('#server/database/tables.ts');
const { retentionRules } = await import('#server/jobs/run-retention.ts');
const { operatorInside } = await import('#server/testing/operators.ts');
const { newAddress, proveForDeletion, signedInPerson } = await import('#server/testing/people.ts');
const { exportOf } = await import('#server/testing/read-zip.ts');
const { openTestApp } = await import('#server/testing/test-app.ts');
const { createTestOperator } = await import('#server/testing/operators.ts');

const app = await openTestApp();
if (!isInLists) await up(app.db);
const { features } = app.deps;
type Entry = { id: string; name: string; email: string; written_at: string };
const db = app.db as unknown as Kysely<{ guest_book: Entry }>;
const write = (email: string, message = 'I was here.') =>
  app.browser().post(GUEST_BOOK, { name: 'Asha', email, message });
const entryOf = (email: string) =>
  db.selectFrom('guest_book').selectAll().where('email', '=', email).executeTakeFirst();

describe('the database table of the guest book', () => {
  test('is listed in the data register and on the privacy page, with all its columns', async () => {
    const found = (await app.db.introspection.getTables()).find(({ name }) => name === 'guest_book');
    const { shown: given = [], withheld = [] } = tablesOf(features).guest_book ?? {};
    expect([...given, ...withheld].sort()).toEqual(found?.columns.map(({ name }) => name).sort());
    expect(PERSONAL_DATA).toContainEqual(GUEST_BOOK_TABLES.guest_book);
    const { out } = await createTestOperator(app).run('data-register');
    expect(out).toContain('database,guest_book,id name email message written_at hidden_at,');
    expect(out).toContain(`mail,${GUEST_BOOK_MAIL.name},`);
  });

  test('is part of the data export for the owner of an email address, with or without an account', async () => {
    const person = await signedInPerson(app);
    await write(person.email, 'Only of Asha.');
    await write(newAddress(), 'Of somebody else.');
    const { page, tables } = await exportOf(app, person);
    expect(tables.guest_book).toEqual([await entryOf(person.email)]);
    expect(page).toContain('Only of Asha.');
    expect(page).toContain('Your words');
    expect(page).not.toContain('Of somebody else.');
    expect((await countOwn(app.deps, personOfMailbox(person.email))).guest_book).toBe(1);
  });

  test('loses a person’s rows when the account is deleted, and again when a backup is restored', async () => {
    const person = await signedInPerson(app);
    await write(person.email);
    const entry = (await entryOf(person.email)) as Entry;
    await proveForDeletion(person);
    await person.browser.delete(pathFor(PRODUCT_API.user, person.record.id));
    expect(await entryOf(person.email)).toBeUndefined();
    const deletion = { action: 'guest-book-deleted', detail: hashOfId(entry.id) };
    expect(await app.db.selectFrom('audit').select(['action', 'detail']).execute()).toContainEqual(deletion);

    await db.insertInto('guest_book').values(entry).execute();
    const options = { features, keepSessions: true, holdMail: false, deletedIds: new Set([deletion.detail]) };
    const { deletedAgain } = await app.db.transaction().execute((tx) => cleanRestored(app.deps, tx, options));
    expect(deletedAgain).toMatchObject({ 'guest-book entries': 1 });
    expect(await entryOf(person.email)).toBeUndefined();
  });

  test('loses a person’s rows when the owner of the mailbox erases the data of that address', async () => {
    const email = newAddress();
    await write(email);
    const erased = await app.db
      .transaction()
      .execute((tx) => Promise.all(features.map(({ eraseAddress }) => eraseAddress?.act(tx, email) ?? [])));
    expect(erased.flat().map(({ action }) => action.name)).toEqual(['guest-book-deleted']);
    expect(await entryOf(email)).toBeUndefined();
  });

  test('loses rows after the number of days that its retention rule promises', async () => {
    const [young, old] = [newAddress(), newAddress()];
    for (const email of [young, old]) await write(email);
    const daysAgo = (days: number) => new Date(app.deps.clock().getTime() - days * 86_400_000);
    const written_at = daysAgo(366).toISOString();
    await db.updateTable('guest_book').set({ written_at }).where('email', '=', old).execute();
    const rule = retentionRules(features).find(({ name }) => name === 'guest-book-entries');
    expect([rule?.days, await rule?.removeSome(app.deps, daysAgo(365), 100)]).toEqual([365, 1]);
    expect([await entryOf(old), (await entryOf(young))?.name]).toEqual([undefined, 'Asha']);
  });
});

test('the guest book’s mail goes to the operators who answer messages, and links to the console', async () => {
  const desk = notificationAddress(app.deps.settings);
  await write(newAddress());
  const [mail] = await app.mailsTo(desk);
  expect([mail?.kind, mail?.subject]).toEqual([GUEST_BOOK_MAIL.name, GUEST_BOOK_MAIL.wording.subject]);
  expect(mail?.text).toContain(`${app.deps.origin}${GUEST_BOOK_VIEW}`);
});

test('the guest book’s console page can be used by a support operator, and is refused to an analyst', async () => {
  const email = newAddress();
  await write(email, 'Hide me.');
  const [operator, analyst] = [await operatorInside(app, 'support'), await operatorInside(app, 'analyst')];
  const { text } = await operator.get(GUEST_BOOK_VIEW);
  expect(text).toContain(`<a href="${GUEST_BOOK_VIEW}" aria-current="page">Guest book`);
  expect(text).toContain(email);
  const shown = async () => (await app.browser().get(GUEST_BOOK)).text;
  expect(await shown()).toContain('Hide me.');
  const { id = '' } = (await entryOf(email)) ?? {};
  expect((await operator.press(GUEST_BOOK_VIEW, { id })).text).toContain('The entry is hidden.');
  expect(await shown()).not.toContain('Hide me.');
  for (const refused of [await analyst.get(GUEST_BOOK_VIEW), await analyst.send(GUEST_BOOK_VIEW, { id })])
    expect([refused.status, refused.text.includes('Your role (analyst) can’t')]).toEqual([403, true]);
});

test('the setting GUEST_BOOK closes the guest book when it is “off”', async () => {
  const closed = await openTestApp({ GUEST_BOOK: 'off' });
  const entry = { name: 'Asha', email: newAddress(), message: 'I was here.' };
  expect((await closed.browser().post(GUEST_BOOK, entry)).json.code).toBe('GUEST_BOOK_CLOSED');
});
