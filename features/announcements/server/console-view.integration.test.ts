import { expect, test } from 'vitest';
import { SITE_TIME_ZONE } from '#contract/language.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRows } from '#server/database/rows.ts';
import { siteFile } from '#server/site/site.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { auditLines } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { clockIn } from '#server/time.ts';

const app = await openTestApp();
const editor = await operatorInside(app, 'editor');

const HTML = '<!doctype html><body class="x"><main>home</main>';
const asset = siteFile({ isPage: false, headers: {}, plain: Buffer.from('<body>') });
const page = siteFile({ isPage: true, headers: { 'content-type': 'text/html' }, plain: Buffer.from(HTML) });
const site = {
  files: new Map([
    ['/', page],
    ['/a.svg', asset],
  ]),
  notFound: page,
};

/** The time that is `minutes` from now, as an editor types it, in the site's time zone. */
const local = (minutes: number) =>
  clockIn(SITE_TIME_ZONE, new Date(app.deps.clock().getTime() + minutes * 60_000));
const announce = (text: string, from: number, to: number) =>
  editor.send(ANNOUNCEMENTS_VIEW, { do: 'tell', text, from: local(from), to: local(to) });
const idsOf = async (text: string) =>
  (await findRows(app.db, 'announcements', ['id'], { text })).map(({ id }) => id);

/** Announces a line that is shown for five minutes, and returns its id. */
async function shown(text: string): Promise<string> {
  await announce(text, -1, 5);
  return (await idsOf(text))[0] ?? '';
}

test('an announcement is at the top of every page from its start to its end, also on pages of another process', async () => {
  const deps = createDeps({ ...app.deps, site });
  const other = await createApp(deps);
  const visitor = createTestClient(other, app.deps.origin, '203.0.113.9');
  const home = async () => {
    await deps.live.refresh();
    return (await visitor.get('/')).text;
  };
  expect(await home()).toBe(HTML);
  const done = await announce('Back at <b>5</b>', 10, 20);
  expect(done.status, done.text).toBe(303);
  expect(await home()).toBe(HTML);
  app.advance(11 * 60_000);
  const line = '<aside class="announcement">Back at &lt;b&gt;5&lt;/b&gt;</aside>';
  expect(await home()).toBe(HTML.replace('"x">', `"x">${line}`));
  const refused = await visitor.send(pathFor(FORMS_API.submit, 'contact'), {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { accept: 'text/html', origin: app.deps.origin },
  });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(line)]);
  expect(deps.live.current().files.get('/a.svg')).toBe(asset);
  app.advance(10 * 60_000);
  expect(await home()).toBe(HTML);
  await other.close();
});

const NO_TIME = 'Please enter a day and a time';

test.each([
  ['2030-02-29T10:00', '2030-03-01T10:00', NO_TIME],
  ['2030-01-01T10:00', '2030-04-31T10:00', NO_TIME],
  ['2030-01-01T10:00 or so', '2030-03-01T10:00', NO_TIME],
  ['2030-01-01T10:00', '2030-01-01T09:00', 'Please choose an end after the beginning.'],
  ['2020-01-01T10:00', '2020-01-01T11:00', 'Please choose an end in the future.'],
])(
  'an announcement that starts at %s and ends at %s is refused, stays in the form, and gets the error “%s”',
  async (from, to, words) => {
    const { status, text } = await editor.send(ANNOUNCEMENTS_VIEW, { do: 'tell', text: 'Never', from, to });
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).toMatch(/aria-invalid="true" aria-describedby="(from|to)-wrong"/);
    for (const typed of ['Never', from, to]) expect(text).toContain(`value="${typed}"`);
    expect(await idsOf('Never')).toEqual([]);
  },
);

test('an announcement that is shown can be taken down, and Undo shows it again', async () => {
  const id = await shown('Shown for now');
  const told = (await editor.get(ANNOUNCEMENTS_VIEW)).text;
  for (const words of ['On every page now', 'The announcement is saved.']) expect(told).toContain(words);
  const { text } = await editor.press(ANNOUNCEMENTS_VIEW, { do: 'delete', id });
  expect(text).toContain('The announcement is taken down.');
  expect(await idsOf('Shown for now')).toEqual([]);
  const [, form = ''] = /data-undo>(.*?)<\/form>/s.exec(text) ?? [];
  const undo = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const undone = await editor.press(ANNOUNCEMENTS_VIEW, Object.fromEntries(undo));
  expect(undone.text).toContain('On every page now');
});

test('the text and the end of a shown announcement can be changed, and the audit log records the change', async () => {
  const id = await shown('Back at 5');
  const { text } = await editor.get(`${ANNOUNCEMENTS_VIEW}?change=${id}`);
  expect(text).toMatch(/Change the announcement.*value="Back at 5"/s);
  const change = { do: 'tell', id, text: 'Back at 6', from: local(-1), to: local(120) };
  const changed = await editor.press(ANNOUNCEMENTS_VIEW, change);
  expect(changed.text).toContain('Back at 6');
  expect(changed.text).not.toContain('Back at 5');
  expect(await auditLines(app.db, 'announcement-changed')).toMatchObject([{ detail: ': Back at 6' }]);
});

test.each([
  ['was taken down', (id: string) => editor.send(ANNOUNCEMENTS_VIEW, { do: 'delete', id })],
  ['is over', () => app.advance(6 * 60_000)],
])('an announcement that %s cannot be changed, and so is not shown again', async (_, end) => {
  const id = await shown('Back at 8');
  await end(id);
  const stale = await editor.get(`${ANNOUNCEMENTS_VIEW}?change=${id}`);
  expect(stale.text).toContain('is over or was taken down');
  expect(stale.text).not.toMatch(/name="text" required[^>]*value="Back at 8"/);
  const change = { do: 'tell', id, text: 'Back at 9', from: local(-1), to: local(60) };
  const late = await editor.send(ANNOUNCEMENTS_VIEW, change);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('value="Back at 9"')]);
  expect(await idsOf('Back at 9')).toEqual([]);
});
