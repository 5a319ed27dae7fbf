import { describe, test } from 'vitest';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** A test whose result PostgreSQL cannot change, in a file whose other tests run on both. */
export const testOnSqlite: ReturnType<typeof test.skipIf> = test.skipIf(onPostgres);
/** Like `testOnSqlite`, for a `describe`. @public */
export const describeOnSqlite: ReturnType<typeof describe.skipIf> = describe.skipIf(onPostgres);
