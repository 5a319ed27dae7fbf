import { describe, test } from 'vitest';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** A test that runs only on SQLite, because PostgreSQL cannot change its result, in a file whose other tests run on both. */
export const testOnSqlite: ReturnType<typeof test.skipIf> = test.skipIf(onPostgres);
/** A `describe` whose tests run only on SQLite, like `testOnSqlite`. @public */
export const describeOnSqlite: ReturnType<typeof describe.skipIf> = describe.skipIf(onPostgres);
