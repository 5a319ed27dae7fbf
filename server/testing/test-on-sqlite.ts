import { describe, test } from 'vitest';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** For a test whose result does not depend on the database, in a file whose other tests run on SQLite and PostgreSQL. */
export const testOnSqlite: ReturnType<typeof test.skipIf> = test.skipIf(onPostgres);
/** Like `testOnSqlite`, for a `describe`. @public */
export const describeOnSqlite: ReturnType<typeof describe.skipIf> = describe.skipIf(onPostgres);
