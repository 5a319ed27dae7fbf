import { consoleFrom, type Factor, type FactorRows } from '#features/accounts/server/factors.ts';
import type { Schema } from '#server/database/schema.ts';
import { html, timeOf } from '#server/html/html.ts';

const rows: FactorRows = {
  table: 'second_steps',
  read: (db, userId) =>
    db
      .selectFrom('second_steps')
      .selectAll()
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .execute(),
  // Its secret may have been sealed again.
  idOf: ({ created_at }) => String(created_at),
  useOf: ({ created_at, last_used_step }) => `${created_at} ${last_used_step}`,
  restore: async (tx, userId, before, now) => {
    if (before[0]?.created_at === now[0]?.created_at) return;
    await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute();
    for (const row of before as readonly Schema['second_steps'][])
      await tx.insertInto('second_steps').values(row).execute();
  },
};

/** A confirmed authenticator app. */
export const appFactor: Factor = {
  name: 'app',
  strength: 'second',
  guards: true,
  rows,
  list: async (db, userId) => {
    const rows = await db
      .selectFrom('second_steps')
      .select(['created_at', 'opens_console_from'])
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .execute();
    return rows.map((row) => ({
      id: 'app',
      opensConsoleFrom: consoleFrom(row.opens_console_from, row.created_at),
    }));
  },
  facts: async (db, userId) => {
    const row = await db
      .selectFrom('second_steps')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return [
      ['Two-step verification', row === undefined ? 'off' : html`on since ${timeOf(row.confirmed_at)}`],
    ];
  },
  end: async (tx, userId) => {
    await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute();
  },
};
