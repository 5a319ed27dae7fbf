import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Makes SQLite run a statement after each event on a table, such as "update on sessions", until the test ends. */
export async function addTrigger({ db }: TestApp, event: string, statement: string): Promise<void> {
  await sql.raw(`create trigger meanwhile after ${event} begin ${statement}; end`).execute(db);
  onTestFinished(async () => void (await sql`drop trigger meanwhile`.execute(db)));
}
