import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** With a prefix for each test run, two runs may use one database. */
    readonly schemaPrefix: string;
  }
}

/** Chooses the prefix for the schemas of this test run, and drops them at the end of the run. */
export default function nameTestSchemas(project: TestProject): () => Promise<void> {
  const prefix = `test_${randomBytes(4).toString('hex')}`;
  project.provide('schemaPrefix', prefix);
  return async () => {
    const connectionString = process.env.TEST_DATABASE_URL;
    if (connectionString === undefined || connectionString === '') return;
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [`${prefix}_`],
    );
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
    await client.end();
  };
}
