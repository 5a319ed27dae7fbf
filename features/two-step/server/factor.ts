import { consoleFrom, type Factor } from '#features/accounts/server/factors.ts';
import { html, timeOf } from '#server/html/html.ts';

/** A confirmed authenticator app. */
export const appFactor: Factor = {
  name: 'app',
  strength: 'second',
  guards: true,
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
