import { expect, onTestFinished, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { startOperator } from '#server/testing/operators.ts';
import { openDatabase } from './database/database.ts';
import { CAN_MOUNT, mountSmallDisk } from './testing/folders.ts';
import {
  API_HEADERS,
  confirmedVisitor,
  createRestartingSite,
  startServerProcess,
} from './testing/server-process.ts';
import { openTestPlace, startTestServer } from './testing/test-process.ts';

test.skipIf(!CAN_MOUNT)(
  'with a full disk, writes are answered with 503, pages are served, and no acknowledged write is lost',
  async () => {
    const disk = mountSmallDisk();
    onTestFinished(disk.remove);
    const open = () => openDatabase({ kind: 'sqlite', file: `${disk.folder}/site.sqlite` }, () => {});
    const site = await createRestartingSite({ DATA_DIR: disk.folder }, startTestServer);
    const { cookie, email } = await confirmedVisitor(site, open);
    const statusOf = async (message: string) => {
      const letter = { name: 'Asha', email, message };
      return (await site.post(pathFor(FORMS_API.submit, 'contact'), letter, API_HEADERS))?.status;
    };
    expect(await statusOf('before')).toBe(200);
    disk.fill();

    // Several messages are sent, because SQLite’s write-ahead log may still have room for a few of them on the full disk.
    const acknowledged = ['before'];
    let status: number | undefined = 200;
    for (let sent = 0; status === 200 && sent < 1_000; sent++) {
      const text = `${sent} ${'x'.repeat(4_000)}`;
      status = await statusOf(text);
      if (status === 200) acknowledged.push(text);
    }
    expect(status).toBe(503);
    expect((await site.fetch(PAGES.home)).status).toBe(200);
    const session = await site.fetch(ACCOUNT_API.session, { headers: { ...API_HEADERS, cookie } });
    expect(await session.json()).toMatchObject({ data: { email } });

    disk.makeRoom();
    expect(await statusOf('after')).toBe(200);
    await site.killAndRestart();
    await site.stop();
    const db = open();
    onTestFinished(() => db.destroy());
    const stored = await db.selectFrom('submissions').select('message').orderBy('created_at').execute();
    expect(stored.map(({ message }) => message)).toEqual([...acknowledged, 'after']);
  },
);

test('a second server on the same SQLite folder refuses to start, with an error that names the folder', async () => {
  const place = await openTestPlace('');
  const first = await startTestServer(place.env);
  await expect(startServerProcess(place.env)).rejects.toThrow(place.env.DATA_DIR);
  const list = await startOperator(place.env, ['audit', 'list']).end;
  expect(list).toMatchObject({ code: 0, err: '' });
  await first.kill9();
  await startTestServer(place.env);
});
