import { consoleFrom, type Factor, type FactorRows } from '#features/accounts/server/factors.ts';
import { provePasskeyBody } from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { PASSKEY_REFUSED } from '#features/passkeys/refusals.ts';
import { deleteRows, hasRow } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { html, timeOf } from '#server/html/html.ts';
import { parsedJson } from '#server/http/body.ts';
import { passkeysOf, proveByPasskey } from './passkeys.ts';

const rows: FactorRows = {
  table: 'passkeys',
  read: passkeysOf,
  idOf: ({ id }) => String(id),
  useOf: ({ id, last_used_at }) => `${id} ${last_used_at}`,
  isUsed: ({ id }, { way, credential }) => way === 'passkey' && id === credential,
  restore: async (tx, _userId, before, now) => {
    for (const { id } of now)
      if (!before.some((row) => row.id === id)) await deleteRows(tx, 'passkeys', { id: String(id) });
    // If another account has added the passkey since the change that is being undone, the passkey stays with that account.
    for (const row of before as readonly Schema['passkeys'][])
      await tx
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },
};

/** Every passkey counts as a second factor (`guards`), whatever the browser reported about the passkey. */
export const passkeyFactor: Factor = {
  strength: 'strong',
  rows,
  guards: async (db, userId) => (await passkeysOf(db, userId)).map(consoleFrom),
  facts: async (db, userId) =>
    (await passkeysOf(db, userId)).map(({ name, created_at, last_used_at }) => [
      'Passkey',
      html`<span class="said">${name}</span>, added ${timeOf(created_at)}, ${last_used_at === null ? 'not used yet' : html`used ${timeOf(last_used_at)}`}`,
    ]),
  end: (tx, userId) => deleteRows(tx, 'passkeys', { user_id: userId }),
  signIn: {
    isWay: (way) => way === 'passkey',
    ways: async (db, userId) =>
      (await hasRow(db, 'passkeys', { user_id: userId, discoverable: 1 })) ? ['passkey'] : [],
    stillCounts: (tx, userId, { credential: id }) => hasRow(tx, 'passkeys', { id, user_id: userId }),
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
