import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { API_HEADERS, confirmedVisitor } from './testing/confirmed-visitor.ts';
import { startOperator } from './testing/operator-process.ts';
import { PASSWORD } from './testing/people.ts';
import { createRestartingSite } from './testing/restarting-site.ts';
import { startServerProcess } from './testing/server-process.ts';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from './testing/small-disk.ts';
import { openTestPlace, startTestServer } from './testing/test-process.ts';

const LIMIT = 60_000;

function smallDisk(): SmallDisk {
  const disk = mountSmallDisk();
  onTestFinished(disk.remove);
  return disk;
}

async function databaseOn({ folder }: SmallDisk) {
  const location = { kind: 'sqlite', file: `${folder}/site.sqlite` } as const;
  const db = openDatabase(location, () => {});
  await migrate(db);
  return { location, db };
}

const WITH_USER = z.object({ data: z.object({ id: z.string(), name: z.string() }) });
const message = { name: 'Asha', email: 'asha@example.com', message: 'Hello' };

describe.skipIf(!CAN_MOUNT)('on a disk that is full', () => {
  test(
    'a site that is started again serves pages and sessions, refuses to store, and deletes',
    async () => {
      const disk = smallDisk();
      const env = { DATA_DIR: disk.folder };
      const open = () => openDatabase({ kind: 'sqlite', file: `${disk.folder}/site.sqlite` }, () => {});
      const site = await createRestartingSite(env, startTestServer);
      const send = (text: string) =>
        site.post(pathFor(FORMS_API.submit, 'contact'), { ...message, message: text }, API_HEADERS);
      const { cookie } = await confirmedVisitor(site, open);
      expect((await send('stored'))?.status).toBe(200);
      await site.stop();
      await site.restartAfter(async () => disk.fill());

      const own = { ...API_HEADERS, cookie };
      expect((await site.fetch(PAGES.home)).status).toBe(200);
      const session = await site.fetch(ACCOUNT_API.session, { headers: own });
      const { id, name } = WITH_USER.parse(await session.json()).data;
      const refused = await send('not stored');
      expect(refused?.status).toBe(503);

      const proof = { name, password: PASSWORD };
      expect(await site.post(ACCOUNT_API.deletionProof, proof, own)).toMatchObject({ status: 200 });
      const gone = await site.fetch(pathFor(PRODUCT_API.user, id), { method: 'DELETE', headers: own });
      expect(gone.status).toBe(200);
      await site.stop();
      const db = open();
      onTestFinished(() => db.destroy());
      expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    },
    LIMIT,
  );

  test(
    'in a folder that cannot be written, a site starts, serves pages and operators read, and it stores again once it can',
    async () => {
      const disk = smallDisk();
      const env = { DATA_DIR: disk.folder, AUTH_SECRET: 'only for this disk, and long enough for it' };
      const { db } = await databaseOn(disk);
      await db.destroy();
      disk.setReadOnly(true);
      const site = await createRestartingSite(env, startTestServer);
      const send = () => site.post(pathFor(FORMS_API.submit, 'contact'), message, API_HEADERS);
      expect((await site.fetch(PAGES.home)).status).toBe(200);
      expect((await send())?.status).toBe(503);
      expect(await startOperator(env, ['audit', 'list']).end).toMatchObject({ code: 0, err: '' });
      disk.setReadOnly(false);
      expect((await send())?.status).toBe(200);
    },
    LIMIT,
  );
});

test(
  'a second server on the same SQLite folder refuses to start, and names the folder',
  async () => {
    const place = await openTestPlace('');
    const first = await startTestServer(place.env);
    await expect(startServerProcess(place.env)).rejects.toThrow(place.env.DATA_DIR);
    // Operator commands work beside it, and a killed server leaves nothing that keeps the next one away.
    const list = await startOperator(place.env, ['audit', 'list']).end;
    expect(list).toMatchObject({ code: 0, err: '' });
    await first.kill9();
    await startTestServer(place.env);
  },
  LIMIT,
);
