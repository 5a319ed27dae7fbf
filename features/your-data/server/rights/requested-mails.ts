import { YOUR_DATA_RETENTION } from '#content/features/your-data-data.ts';
import { RIGHTS_LINK_MAIL, RIGHTS_LINK_MINUTES } from '#content/features/your-data-rights.ts';
import { newLink } from '#features/accounts/server/requested-mails.ts';
import { RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import type { Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { isRequested } from '#server/mail/requested-mails.ts';
import { DAY_MS, MINUTE_MS, timeAfter } from '#server/time.ts';

/** The limits are for one address and all requesters together. Over the limit, earlier links still work. */
export const RIGHTS_LINKS = {
  /**
   * A link works for an hour (`RIGHTS_LINK_MINUTES`), so a person who is refused a fourth link still has three valid
   * ones.
   */
  anHour: 3,
  /** Expired links also count, because they stay stored for a day. One network may use half of this number. */
  aDay: 6,
} as const;

/** The maximum requests for an address that one call handles. Further requests are dropped. */
const BATCH_SIZE = 50;

/** Writes the requested mails. They do not reveal whether the site knows the address. Drops requests above the limit. */
export async function writeRightsMails(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
  const requested = isRequested(email, [RIGHTS_LINK_MAIL]);
  // The limit counts links, not mails, because the address of a delivered mail is deleted if it has no account.
  const links = await tx
    .selectFrom('rights_links')
    .select(['expires_at', 'network'])
    .where('email', '=', email)
    .where('expires_at', '>', timeAfter(now, -YOUR_DATA_RETENTION['rights-links'].days * DAY_MS))
    .execute();
  const living = links.filter(({ expires_at }) => expires_at > now.toISOString());
  const ofNetworks = links.map(({ network }) => network);
  let left = Math.min(RIGHTS_LINKS.anHour - living.length, RIGHTS_LINKS.aDay - links.length);
  const requests = await tx
    .selectFrom('outbox')
    .select(['id', 'network'])
    .where(requested)
    .orderBy('created_at')
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, network } of requests) {
    // Each network may use only half of the day’s mails, so that it cannot block requests from other networks.
    if (left <= 0 || ofNetworks.filter((other) => other === network).length >= RIGHTS_LINKS.aDay / 2)
      continue;
    left--;
    ofNetworks.push(network);
    const { link, tokenHash, expiresAt } = newLink(deps, RIGHTS_PAGES.link, RIGHTS_LINK_MINUTES * MINUTE_MS);
    await insertRow(tx, 'rights_links', { token_hash: tokenHash, email, expires_at: expiresAt, network });
    const written = { id, mail: RIGHTS_LINK_MAIL, userId: null, values: { link }, linkExpiresAt: expiresAt };
    await writeMail(deps, tx, written);
  }
  await tx.deleteFrom('outbox').where(requested).execute();
}
