import type { Deps } from '#server/feature.ts';
import { openSecret, sealSecret } from './totp.ts';

/**
 * Seals with the current secret what an accepted former one opens, so that the former one can be taken out
 * (docs/decisions/0025). For the start of a process. Answers how many there were.
 */
export async function resealSecrets({ db, keyring }: Pick<Deps, 'db' | 'keyring'>): Promise<number> {
  const [current, ...accepted] = keyring;
  if (accepted.length === 0) return 0;
  let resealed = 0;
  for (const row of await db.selectFrom('second_steps').select(['user_id', 'secret']).execute()) {
    if ((await openSecret([current], row.secret)) !== undefined) continue;
    const secret = await openSecret(accepted, row.secret);
    if (secret === undefined) continue;
    const { numUpdatedRows } = await db
      .updateTable('second_steps')
      .set({ secret: await sealSecret(keyring, secret) })
      .where('user_id', '=', row.user_id)
      .where('secret', '=', row.secret)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return resealed;
}
