import { expect, test } from 'vitest';
import type { Role } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { createApp } from '#server/app.ts';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { consoleOf, newOperator, operatorInside } from '#server/testing/operators.ts';
import { withPasskey } from '#server/testing/passkeys.ts';
import { withCookiesOf } from '#server/testing/people.ts';
import { idOf, storeMailRow, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { viewsOf } from './page.ts';
import { writeTimes } from './times.ts';

const app = await openTestApp();
const { features, origin } = app.deps;
const owner = await operatorInside(app, 'owner');

test('each console view of a feature has a menu entry, can be opened, and has its actions in the table of roles', async () => {
  const { text: table } = await owner.get(CONSOLE.roles);
  expect(viewsOf(features).length).toBeGreaterThan(0);
  for (const { path, label, actions } of viewsOf(features)) {
    const { status, text } = await owner.get(path);
    expect([status, text.includes(`<a href="${path}" aria-current="page">${label}`)]).toEqual([200, true]);
    for (const { what } of actions) expect(table).toContain(what);
  }
});

test('an operator who opens an unknown console path gets a not-found page with the console menu', async () => {
  const { status, text } = await owner.get(`${CONSOLE.home}/nope`);
  expect(status).toBe(404);
  expect(text).toContain('<nav aria-label="Console">');
  const message = await owner.get(`${pathFor(CONSOLE.message, 'nope')}?words=kite`);
  expect(message.status).toBe(404);
  expect(message.text).toMatch(/<h1>No such message<.*href="\/console\/inbox\?words=kite"/s);
  const file = await owner.get(pathFor(CONSOLE.file, 'nope'));
  for (const gone of [message, file]) expect(gone.text).toContain(`"${CONSOLE.inbox}" aria-current="page"`);
});

test('without the console or the features that add to it, their views and actions answer 404', async () => {
  const adding = features.filter(({ console: views, personActions }) => views ?? personActions);
  const views = viewsOf(adding).map(({ path }) => path);
  const actions = adding.flatMap(({ personActions = [] }) => personActions.map(({ path }) => path));
  const statusesOf = async (server: typeof app.server) => {
    const browser = createTestClient(server, origin, '192.0.2.7');
    const { send, get } = consoleOf(app, { browser });
    const statuses: number[] = [];
    for (const path of actions) statuses.push((await send(path.replace(':id', 'made-up'))).status);
    withCookiesOf(owner.browser, browser);
    for (const path of views) statuses.push((await get(path)).status);
    return statuses;
  };
  expect(await statusesOf(app.server)).toEqual([...actions.map(() => 401), ...views.map(() => 200)]);
  for (const left of [adding, features.filter(({ name }) => name === 'console')]) {
    const without = await createApp({ ...app.deps, features: features.filter((one) => !left.includes(one)) });
    expect(await statusesOf(without)).toEqual([...actions, ...views].map(() => 404));
    await without.close();
  }
});

test('without the passkeys feature, an operator enters the console with the password and a code', async () => {
  const { browser, proof, send } = await newOperator(app, 'owner');
  await send(CONSOLE.enter, proof());
  await withPasskey({ browser });
  expect((await send(CONSOLE.leave)).text).toContain('The console is closed');
  const left = features.filter(({ name }) => name !== 'passkeys');
  const without = createTestClient(await createApp({ ...app.deps, features: left }), origin, '192.0.2.7');
  const there = consoleOf(app, { browser: withCookiesOf(browser, without) });
  const waysIn = async ({ get }: Pick<typeof there, 'get'>) =>
    (await get(CONSOLE.inbox)).text.match(/(?<=name=")proof_\w+|(?<=id=")sign(?=")/g);
  const typed = ['proof_password', 'proof_code'];
  expect(await waysIn(consoleOf(app, { browser }))).toEqual(['sign', ...typed]);
  expect(await waysIn(there)).toEqual(typed);
  expect((await there.send(CONSOLE.enter, proof())).status).toBe(303);
  expect((await there.get(CONSOLE.inbox)).status).toBe(200);
});

const NOW = new Date('2026-11-28T12:00:00.000Z');
test.each([
  ['2026-11-28T11:59:30.000Z', '', 'just now'],
  ['2026-11-28T11:58:00.000Z', '', '2 minutes ago'],
  ['2026-11-27T12:00:00.000Z', '', '27 Nov 2026, 17:30'],
  ['2026-11-28T12:00:05.000Z', '', 'in a moment'],
  ['2026-11-28T20:00:00.000Z', '', '29 Nov 2026, 01:30'],
  ['2026-11-28T20:00:00.000Z', ' data-day', '29 Nov 2026'],
  ['2026-11-28T11:58:00.000Z', ' data-clock', '28 Nov 2026, 17:28'],
  ['2020-99-99T99:99:00.000Z', '', 'x'],
])(
  'at 12:00 UTC on 28 November, a <time> element of %s with the attribute “%s” is shown in India as “%s”',
  (iso, kind, words) => {
    const written = writeTimes(`<time datetime="${iso}"${kind}>x</time>`, NOW, 'Asia/Kolkata');
    expect(written.replace(/<[^>]*>/g, '')).toBe(words);
  },
);

test('the console uses the site’s time zone until the operator chooses another one', async () => {
  await storeMessage(app.db, 1, { created_at: '2026-11-01T20:00:00.000Z' });
  const first = async () => (await owner.get(`${CONSOLE.inbox}?from=01/11/2026&to=01/11/2026`)).text;
  expect(await first()).not.toContain('<time');
  expect((await owner.send(CONSOLE.timeZone, { zone: 'Moon/Tycho' })).status).toBe(422);
  const { text } = await owner.press(CONSOLE.timeZone, { zone: 'America/New_York' });
  expect(text).toContain('America/New_York');
  expect(await first()).toMatch(/title="1 Nov 2026, 15:00 GMT-5">1 Nov 2026, 15:00</);
});

async function emptySite() {
  for (const table of ['submissions', 'outbox', 'audit'] as const) await app.db.deleteFrom(table).execute();
  await recordAlone(app.deps, { action: BACKUP_MADE, actor: 'operator' });
}

/** Opens the console’s first page with this role. Returns its links to waiting work, and its other links. */
async function linesFor(role: Role) {
  const { text } = await (await operatorInside(app, role)).get(CONSOLE.home);
  await app.db.deleteFrom('outbox').execute();
  const [waiting = '', others = ''] = text.split('How things are');
  const main = waiting.slice(waiting.indexOf('<main'));
  const links = (part: string) => [...part.matchAll(/<a href="(\/console[^"]*)"/g)].map(([, to]) => to);
  return { text, waiting: links(main), others: links(others) };
}

test('the first page of a new site’s console begins with launch problems and mails that wait for a mail server', async () => {
  await emptySite();
  const { text, waiting, others } = await linesFor('owner');
  expect(text).toMatch(/No mail server is set up: \d+ emails? waiting/);
  expect(text).toMatch(/\d+ things to fix before a public launch/);
  expect(waiting).toEqual([`${CONSOLE.mails}?state=waiting`, `${CONSOLE.system}#launch`]);
  const told = viewsOf(features).flatMap(({ path, overview }) => (overview ? [path] : []));
  const built = [CONSOLE.inbox, CONSOLE.requests, CONSOLE.people, ...told, CONSOLE.system];
  expect(others.toSorted()).toEqual(built.sort());
});

test('the console’s first page lists unread messages, requests by due date, failed mails and a missing backup', async () => {
  await emptySite();
  await storeMessage(app.db, 1);
  for (const day of ['05', '07', '06', '08'])
    await storeMessage(app.db, Number(day), {
      due_at: `2026-12-${day}T10:00:00.000Z`,
      read_at: day === '08' ? null : '2026-11-21T10:00:00.000Z',
    });
  await app.db.deleteFrom('audit').execute();
  const owner = await operatorInside(app, 'owner');
  await app.db.updateTable('outbox').set({ state: 'dead' }).execute();
  await storeMailRow(app.db, 'a-waiting-mail');
  const waitingNow = async () => (await owner.get(CONSOLE.home)).text.split('How things are')[0] ?? '';
  const wordsOf = (waiting: string) => waiting.replaceAll(/<[^>]*>/g, '');
  const waiting = await waitingNow();
  const mails = 'No mail server is set up: 1 email waiting';
  for (const words of ['1 message to read besides the requests', ' given up', mails, 'No backup yet</a>'])
    expect(waiting).toContain(words);
  const names = [...waiting.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, name]) => name);
  expect(names, 'each line has a name of its own').toEqual([...new Set(names)]);
  expect(wordsOf(waiting)).toMatch(/4 requests to answer, the first by 5 Dec\w* 2026/);
  await storeMessage(app.db, 9, { due_at: '2026-11-10T10:00:00.000Z' });
  expect(wordsOf(await waitingNow())).toMatch(
    /5 requests to answer 1 overdue since 10 Nov\w* 2026.*to read/s,
  );
  await app.db.updateTable('submissions').set({ read_at: '2026-11-21T10:00:00.000Z' }).execute();
  await storeMessage(app.db, 10, { state: 'quarantined' });
  const { text } = await owner.get(CONSOLE.home);
  expect(text).toContain('All messages are read, 1 not done yet');
  expect(text).toContain('1 message in quarantine');
});

test('the menu shows the number of unread messages without JavaScript, to those who may read them', async () => {
  await emptySite();
  for (const number of [1, 2]) await storeMessage(app.db, number);
  const numbers = ({ text }: { readonly text: string }) => text.match(/(?<=class="unread"[^>]*>)[^<]*/g);
  expect(numbers(await owner.get(CONSOLE.home))).toEqual(['2', '2']);
  expect(numbers(await owner.get(pathFor(CONSOLE.message, idOf(1))))).toEqual(['1', '1']);
  await storeMessage(app.db, 3, { done_at: '2026-11-21T10:00:00.000Z' });
  await owner.get(pathFor(CONSOLE.message, idOf(2)));
  expect(numbers(await owner.get(CONSOLE.home))).toEqual(['', '']);
  expect(numbers(await (await operatorInside(app, 'analyst')).get(CONSOLE.home))).toBeNull();
});

test('the console’s first page shows only what the operator’s role may see, and names nobody', async () => {
  await emptySite();
  await storeMessage(app.db, 1, { name: 'Devika Menon' });
  const { text, waiting } = await linesFor('support');
  expect(waiting).toEqual([`${CONSOLE.inbox}?unread=1`]);
  expect(text).not.toContain('Devika');
  const analyst = await linesFor('analyst');
  expect([...analyst.waiting, ...analyst.others].every((path) => path?.includes('visits'))).toBe(true);
});
