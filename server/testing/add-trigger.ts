import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { TestApp } from './test-app.ts';

/** Makes the database run a statement after each event on a table, such as "update on sessions", until the test ends. */
export async function addTrigger({ db }: TestApp, event: string, statement: string): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  if (isPostgres(db)) {
    await run(
      `create function meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`,
    );
    await run(`create trigger meanwhile after ${event} for each row execute function meanwhile()`);
    onTestFinished(async () => void (await run('drop function meanwhile cascade')));
  } else {
    await run(`create trigger meanwhile after ${event} begin ${statement}; end`);
    onTestFinished(async () => void (await run('drop trigger meanwhile')));
  }
}
