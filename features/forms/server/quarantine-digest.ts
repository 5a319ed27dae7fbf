import { QUARANTINE_MAIL } from '#content/features/forms.ts';
import { FORM_RETENTION } from '#content/features/forms-data.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import { isNotReceived } from '#server/database/not-received.ts';
import type { Deps } from '#server/feature.ts';
import { storeMail } from '#server/mail/outbox.ts';

type DigestDeps = Pick<Deps, 'features' | 'db' | 'clock' | 'mails' | 'wakeMail' | 'origin'> & {
  /** Who hears of messages. */
  readonly notifyTo: string;
};

/** Days that a quarantined message is kept (`server/jobs/rules.ts`). */
const QUARANTINE_DAYS = FORM_RETENTION['quarantined-submissions'].days;
const DAY = 24 * 60 * 60_000;
const idOfDay = (day: Date) => `quarantine-digest-${day.toISOString().slice(0, 10)}`;

/**
 * Tells the operator of messages that the trap for robots caught since the last such mail, at most once a day (UTC). To
 * be called each hour, from any number of processes. The mail names nobody and quotes nothing, so that no deletion has to
 * look for it.
 */
export async function storeQuarantineDigest(deps: DigestDeps): Promise<void> {
  const now = deps.clock();
  const id = idOfDay(now);
  const ids = Array.from({ length: QUARANTINE_DAYS + 1 }, (_, days) =>
    idOfDay(new Date(now.getTime() - days * DAY)),
  );
  const stored = await deps.db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'quarantine digest');
    const before = await tx
      .selectFrom('outbox')
      .select(['id', 'created_at'])
      .where('id', 'in', ids)
      .execute();
    if (before.some((mail) => mail.id === id)) return false;
    const last =
      before
        .map(({ created_at }) => created_at)
        .toSorted()
        .at(-1) ?? '';
    const caught = tx.selectFrom('submissions').where('state', '=', 'quarantined').where(isNotReceived);
    const { messages, oldest } = await caught
      .select(({ fn }) => [fn.countAll<number | string>().as('messages'), fn.min('created_at').as('oldest')])
      .where('created_at', '>', last)
      .executeTakeFirstOrThrow();
    if (oldest === null) return false;
    const goes = new Date(Date.parse(oldest) + QUARANTINE_DAYS * DAY);
    await storeMail(
      tx,
      {
        id,
        mail: QUARANTINE_MAIL,
        to: deps.notifyTo,
        userId: null,
        values: {
          count: String(messages),
          day: goes.toISOString().slice(0, 10),
          console: deps.origin + (operatorsOf(deps)?.quarantinePath ?? '/'),
        },
      },
      deps.mails,
      now,
    );
    return true;
  });
  if (stored) deps.wakeMail();
}
