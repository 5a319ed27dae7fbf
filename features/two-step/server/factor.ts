import { consoleFrom, type Factor, type FactorRows } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { SecondStep } from '#features/accounts/server/slots.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRow, insertRow } from '#server/database/rows.ts';
import { html, timeOf } from '#server/html/html.ts';
import type { SecondStepsTable } from './tables.ts';
import { decryptSecret, stepOfCode } from './totp.ts';

function confirmedApps(db: Db | Tx, userId: string): Promise<SecondStepsTable[]> {
  return db
    .selectFrom('second_steps')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
}

const rows: FactorRows = {
  table: 'second_steps',
  read: confirmedApps,
  // The creation time is the app's id, because the stored secret changes when it is encrypted again.
  idOf: ({ created_at }) => String(created_at),
  useOf: ({ created_at, last_used_step }) => `${created_at} ${last_used_step}`,
  restore: async (tx, userId, before, now) => {
    if (before[0]?.created_at === now[0]?.created_at) return;
    await deleteRows(tx, 'second_steps', { user_id: userId });
    for (const row of before as readonly SecondStepsTable[]) await insertRow(tx, 'second_steps', row);
  },
};

export const appFactor: Factor = {
  strength: 'second',
  rows,
  guards: async (db, userId) => (await confirmedApps(db, userId)).map(consoleFrom),
  facts: async (db, userId) => {
    const [app] = await confirmedApps(db, userId);
    return [
      [
        'Two-step verification',
        app === undefined ? 'off' : html`with an app, turned on ${timeOf(app.confirmed_at)}`,
      ],
    ];
  },
  end: (tx, userId) => deleteRows(tx, 'second_steps', { user_id: userId }),
};

export const needsCode: SecondStep['isNeeded'] = async ({ clock }, db, { userId, trusted }) => {
  if ((await confirmedApps(db, userId)).length === 0) return false;
  if (trusted === undefined) return true;
  const browser = { token_hash: hashToken(trusted), user_id: userId };
  const row = await findRow(db, 'trusted_browsers', ['expires_at'], browser);
  return row === undefined || row.expires_at <= clock().toISOString();
};

export const spendAppCode: SecondStep['spendAppCode'] = async ({ keyring, clock }, tx, userId, code) => {
  const [app] = await confirmedApps(tx, userId);
  const secret = app && (await decryptSecret(keyring, app.secret));
  const step = secret && stepOfCode(secret, code, clock());
  if (!step) return false;
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
