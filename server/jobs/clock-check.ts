import type { Db, Tx } from '#server/database/database.ts';

const ID = 'clock';
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Whether the clock is more than a day from where it was when retention last ran: then the clock of one of the two times
 * is wrong, or the site was stopped for so long, and only an operator knows which. Answers the time of that run.
 */
export async function clockJumpedFrom(db: Db | Tx, now: Date): Promise<string | undefined> {
  const row = await db.selectFrom('retention_clock').select('at').where('id', '=', ID).executeTakeFirst();
  if (row === undefined) return undefined;
  return Math.abs(now.getTime() - Date.parse(row.at)) > DAY ? row.at : undefined;
}

/** Notes the time of a run, or takes the clock as right because an operator says so. */
export async function acceptClock(db: Db | Tx, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('retention_clock')
    .values({ id: ID, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute();
}
