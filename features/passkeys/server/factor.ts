import { consoleFrom, type Factor } from '#features/accounts/server/factor.ts';
import { html } from '#server/html/html.ts';
import { timeOf } from '#server/html/parts.ts';

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
  facts: async (db, userId) => {
    const rows = await db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ name, created_at, last_used_at }) => [
      'Passkey',
      html`<span class="said">${name}</span>, added ${timeOf(created_at)}, used ${timeOf(last_used_at)}`,
    ]);
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
