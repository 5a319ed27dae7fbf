import { describe, test } from 'vitest';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** A rule that PostgreSQL could not change, in a `*.postgres.test.ts` of which other tests run there as well. */
export const testOnSqlite: ReturnType<typeof test.skipIf> = test.skipIf(onPostgres);
/** The same for all tests of a description. @public */
export const describeOnSqlite: ReturnType<typeof describe.skipIf> = describe.skipIf(onPostgres);
