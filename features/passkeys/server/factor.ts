import { consoleFrom, type Factor } from '#features/accounts/server/factor.ts';

/** Any passkey guards, whatever the browser said of it when it was added. */
export const passkeyFactor: Factor = {
  name: 'passkey',
  strength: 'strong',
  guards: true,
  list: async (db, userId) => {
    const rows = await db
      .selectFrom('passkeys')
      .select(['id', 'created_at', 'opens_console_from'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      opensConsoleFrom: consoleFrom(row.opens_console_from, row.created_at),
    }));
  },
  end: async (tx, userId) => {
    await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  },
  signIn: {
    isWay: (way) => way === 'passkey',
    ways: async (db, userId) => {
      const row = await db
        .selectFrom('passkeys')
        .select('id')
        .where('user_id', '=', userId)
        .where('discoverable', '=', 1)
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? [] : ['passkey'];
    },
    stillCounts: async (tx, userId, { credential }) => {
      const row = await tx
        .selectFrom('passkeys')
        .select('id')
        .where('id', '=', credential)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row !== undefined;
    },
  },
};
