import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#contract/operators.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { viewsOf } from '#features/console/server/page.ts';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { storeMessage } from '#server/testing/stored-messages.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const app = await openTestApp();
beforeEach(async () => {
  for (const table of ['submissions', 'outbox', 'audit'] as const) await app.db.deleteFrom(table).execute();
  await recordAlone(app.deps, { action: BACKUP_MADE, actor: 'operator' });
});

/** Opens the console’s first page with this role. Returns its links to waiting work, and its other links. */
async function linesFor(role: Role) {
  const { text } = await (await operatorInside(app, role)).get(CONSOLE.home);
  await app.db.deleteFrom('outbox').execute();
  const [waiting = '', others = ''] = text.split('How things are');
  const main = waiting.slice(waiting.indexOf('<main'));
  const links = (part: string) => [...part.matchAll(/<a href="(\/console[^"]*)"/g)].map(([, to]) => to);
  return { text, waiting: links(main), others: links(others) };
}

test('the console’s first page on a new site begins with launch-blocking problems and mails that wait for a mail server', async () => {
  const { text, waiting, others } = await linesFor('owner');
  expect(text).toMatch(/No mail server is set up: \d+ emails? waiting/);
  expect(text).toMatch(/\d+ things to fix before a public launch/);
  expect(waiting).toEqual([`${CONSOLE.mails}?state=waiting`, `${CONSOLE.system}#launch`]);
  const told = viewsOf(app.deps.features).flatMap(({ path, overview }) => (overview ? [path] : []));
  expect(others.toSorted()).toEqual(
    [CONSOLE.inbox, CONSOLE.requests, CONSOLE.people, ...told, CONSOLE.system].sort(),
  );
});

test('the console’s first page lists unread messages, requests by due date, failed mails and a missing backup', async () => {
  await storeMessage(app.db, 1);
  for (const day of ['05', '07', '06', '08'])
    await storeMessage(app.db, Number(day), {
      due_at: `2026-12-${day}T10:00:00.000Z`,
      read_at: day === '08' ? null : '2026-11-21T10:00:00.000Z',
    });
  await app.db.deleteFrom('audit').execute();
  const owner = await operatorInside(app, 'owner');
  await app.db.updateTable('outbox').set({ state: 'dead' }).execute();
  const waitingNow = async () => (await owner.get(CONSOLE.home)).text.split('How things are')[0] ?? '';
  const waiting = await waitingNow();
  for (const words of ['1 message to read besides the requests', ' given up', 'No backup yet'])
    expect(waiting).toContain(words);
  const names = [...waiting.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, name]) => name);
  expect(names, 'each line has a name of its own').toEqual([...new Set(names)]);
  expect(waiting.replaceAll(/<[^>]*>/g, '')).toMatch(/4 requests to answer, the first by 5 Dec\w* 2026/);
  await storeMessage(app.db, 9, { due_at: '2026-11-10T10:00:00.000Z' });
  expect((await waitingNow()).replaceAll(/<[^>]*>/g, '')).toMatch(
    /5 requests to answer, 1 overdue since 10 Nov\w* 2026/,
  );
});

test('the console’s first page shows only what the operator’s role may see, and names nobody', async () => {
  await storeMessage(app.db, 1, { name: 'Devika Menon' });
  const { text, waiting } = await linesFor('support');
  expect(waiting).toEqual([`${CONSOLE.inbox}?unread=1`]);
  expect(text).not.toContain('Devika');
  const analyst = await linesFor('analyst');
  expect([...analyst.waiting, ...analyst.others].every((path) => path?.includes('visits'))).toBe(true);
});
