import type { Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { makeRoom } from './make-room.ts';
import { secondsAfter } from './sign-ups.ts';
import { hashToken } from './token-hash.ts';

/** Browsers of an account that a table remembers. */
const MOST = 100;

type Row = { id: string; user_id: string; token_hash: string; created_at: string; expires_at: string };

/**
 * Remembers a browser for an account. It gets a new token, also for the other accounts that know it, so that a token that
 * somebody slipped in is of no use. To be called in the transaction that proves whose browser it is.
 *
 * @param seconds how long, from each time on
 * @returns by the token that the browser had until now: the new one, which is stored nowhere, and whether the account did
 *    not know it until now
 */
export function rememberBrowserIn(table: 'devices' | 'trusted_browsers', seconds: number) {
  const endOldest = makeRoom(table, 'expires_at', MOST);
  const insert = prepareQuery((db, value: Values<Row>) =>
    db
      .insertInto(table)
      .values({
        id: value('id'),
        user_id: value('user_id'),
        token_hash: value('token_hash'),
        created_at: value('created_at'),
        expires_at: value('expires_at'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['token_hash', 'user_id'])
          .doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })),
      ),
  );
  const replaceToken = prepareQuery((db, value: Values<{ before: string; after: string }>) =>
    db
      .updateTable(table)
      .set({ token_hash: value('after') })
      .where('token_hash', '=', value('before'))
      .returning('user_id'),
  );
  return async (
    { clock, newId, newToken }: Pick<AccountsDeps, 'clock' | 'newId' | 'newToken'>,
    tx: Tx,
    { userId, token: before }: { userId: string; token: string | undefined },
  ): Promise<{ readonly token: string; readonly isNew: boolean }> => {
    const [now, token] = [clock(), newToken()];
    const token_hash = hashToken(token);
    const known =
      before === undefined ? [] : await replaceToken(tx, { before: hashToken(before), after: token_hash });
    await endOldest(tx, { userId });
    const [created_at, expires_at] = [now.toISOString(), secondsAfter(now, seconds)];
    await insert(tx, { id: newId(), user_id: userId, token_hash, created_at, expires_at });
    return { token, isNew: known.every(({ user_id }) => user_id !== userId) };
  };
}
