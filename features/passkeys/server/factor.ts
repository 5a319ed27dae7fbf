import { consoleFrom, type Factor, type FactorRows } from '#features/accounts/server/factors.ts';
import { provePasskeyBody } from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import type { Schema } from '#server/database/schema.ts';
import { html, timeOf } from '#server/html/html.ts';
import { proveByPasskey } from './check-passkey.ts';

const rows: FactorRows = {
  table: 'passkeys',
  read: (db, userId) => db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute(),
  idOf: ({ id }) => String(id),
  useOf: ({ id, last_used_at }) => `${id} ${last_used_at}`,
  isUsed: ({ id }, { way, credential }) => way === 'passkey' && id === credential,
  restore: async (tx, _userId, before, now) => {
    for (const { id } of now)
      if (!before.some((row) => row.id === id))
        await tx.deleteFrom('passkeys').where('id', '=', String(id)).execute();
    // What opens another account by now stays there.
    for (const row of before as readonly Schema['passkeys'][])
      await tx
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },
};

/** Any passkey guards, whatever the browser said of it when it was added. */
export const passkeyFactor: Factor = {
  name: 'passkey',
  strength: 'strong',
  guards: true,
  rows,
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
  signed: {
    options: PASSKEY_API.options,
    words: {
      button: 'Use your passkey',
      withoutScripts: 'A passkey needs JavaScript; the password and a code do not.',
      refused: PASSKEY_REFUSED.message,
    },
    prove: async (deps, request, session, sent) => {
      const browser = request.cookies[deps.cookies.passkey];
      const { data } = provePasskeyBody.safeParse({ answer: parsedJson(sent) });
      return browser === undefined || data === undefined
        ? 'refused'
        : proveByPasskey(deps, session, { browser, answer: data.answer });
    },
  },
};

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
