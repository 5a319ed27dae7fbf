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
};
