import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { PASSWORD } from '#server/testing/people.ts';
import {
  loadReleasedData,
  RELEASED,
  type ThrowAwayPlace,
  withDatabase,
} from '#server/testing/process-database.ts';
import { API_HEADERS, createRestartingSite } from '#server/testing/server-process.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';
import { migrate } from './migrate.ts';

/** The first release, and each that changed the tables (`docs/guides/upgrade.md`). */
const RELEASES = ['1.0.0', '2.0.0'];

test.each(RELEASES)(
  'a site runs on the database of version %s: people sign in, messages are kept, the audit log continues',
  async (version) => {
    const place = await openTestPlace();
    await loadReleasedData(version, place);
    const before = await auditPlaces(place);
    // The stored password was hashed as on a real site, so this process has no Node options that make hashes cheap.
    const env = { ...place.env, AUTH_SECRET: RELEASED.secret, NODE_OPTIONS: '' };

    const site = await createRestartingSite(env, startTestServer);
    const login = { email: 'confirmed@example.com', password: PASSWORD };
    const answer = await site.post(ACCOUNT_API.signIn, login, API_HEADERS);
    const record = { about: RELEASED.about, messages: [{ message: RELEASED.message }] };
    expect(JSON.parse(answer?.text ?? '')).toMatchObject({ data: record });
    expect(await site.stop()).toEqual({ code: 0, signal: null });

    // Old audit lines keep their numbers, and new ones get the next lower numbers.
    const after = await auditPlaces(place);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after[before.length]).toBe(Math.min(0, ...before) - 1);
  },
  180_000,
);

test.skipIf(process.env.TEST_DATABASE_URL).each(RELEASES)(
  'tables migrated from version %s equal those of a new site, so no released migration was edited later',
  async (version) => {
    const old = await openTestPlace();
    await loadReleasedData(version, old);
    expect(await tablesAfterMigrating(old)).toEqual(await tablesAfterMigrating(await openTestPlace()));
  },
);

async function auditPlaces(place: ThrowAwayPlace): Promise<number[]> {
  const lines = await withDatabase(place, (db) =>
    db.selectFrom('audit').select('seq').orderBy('at').orderBy('seq', 'desc').execute(),
  );
  return lines.map(({ seq }) => Number(seq));
}

async function tablesAfterMigrating(place: ThrowAwayPlace): Promise<unknown> {
  await withDatabase(place, migrate);
  const database = new DatabaseSync(join(place.env.DATA_DIR, 'site.sqlite'));
  const columns = database
    .prepare(
      `select made.name as place, of.name, of.type, of."notnull", of.dflt_value, of.pk
       from sqlite_schema made, pragma_table_info(made.name) of order by made.name, of.name`,
    )
    .all();
  const indexes = database
    .prepare("select tbl_name, sql from sqlite_schema where type = 'index' order by name")
    .all();
  database.close();
  return { columns, indexes };
}
