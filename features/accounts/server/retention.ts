import type { RemoveSome } from '#server/feature.ts';
import { removeExpired, removeOldest } from '#server/jobs/remove-rows.ts';

/** With their mails; those of a confirmed sign-up are the account's. */
const removeSignUps = removeOldest(
  (tx, before) =>
    tx.selectFrom('sign_ups').select('id').where('expires_at', '<=', before).orderBy('expires_at'),
  async (tx, ids) => {
    const removed = await tx
      .deleteFrom('sign_ups')
      .where('id', 'in', ids)
      .returning(['id', 'confirmed_at'])
      .execute();
    const owners = removed.flatMap(({ id, confirmed_at }) => (confirmed_at === null ? [id] : []));
    if (owners.length > 0) await tx.deleteFrom('outbox').where('user_id', 'in', owners).execute();
  },
);

export const accountRetention: Readonly<Record<string, RemoveSome>> = {
  'sign-ups': removeSignUps,
  sessions: removeExpired('sessions', 'id'),
  devices: removeExpired('devices', 'id'),
  'reset-links': removeExpired('reset_links', 'token_hash'),
};
