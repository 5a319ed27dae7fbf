import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptedAnswer, dataAnswer, time } from '#contract/answers.ts';
import { email, line, text } from '#contract/fields.ts';
import { notificationAddress } from '#features/forms/server/settings.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { GUEST_BOOK_MAIL } from '#server/testing/guest-book/content.ts';
import { GUEST_BOOK, GUEST_BOOK_VIEW } from '#server/testing/guest-book/contract.ts';
import { GUEST_BOOK_CLOSED } from '#server/testing/guest-book/refusals.ts';

const MOST_SHOWN = 50;

const newEntry = z.object({
  name: line(80, 'Enter a name.'),
  email,
  message: text(500, 'Write something.'),
});

const entries = dataAnswer(z.array(z.object({ name: z.string(), message: z.string(), written_at: time })));

export const GUEST_BOOK_LIMITS = rateLimits({ guestBookPerIp: { points: 5, seconds: 600 } });

export function guestBookRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { db, settings, origin } = deps;
  const route = declareRoutes(app, deps);

  const ofList = { does: 'Lists the newest entries of the guest book.', answers: { 200: entries } };
  route.get(GUEST_BOOK, ofList, async () => {
    const data = await db
      .selectFrom('guest_book')
      .select(['name', 'message', 'written_at'])
      .where('hidden_at', 'is', null)
      .orderBy('written_at', 'desc')
      .orderBy('id')
      .limit(MOST_SHOWN)
      .execute();
    return answered({ data });
  });

  const ofEntry = {
    does: 'Adds an entry to the guest book.',
    body: newEntry,
    limits: [GUEST_BOOK_LIMITS.guestBookPerIp],
    answers: { 200: acceptedAnswer },
    refuses: [GUEST_BOOK_CLOSED],
  };
  route.post(GUEST_BOOK, ofEntry, async ({ body }) => {
    if (!settings.guestBookIsOpen) refuse(GUEST_BOOK_CLOSED);
    const now = deps.clock();
    // In one transaction, so that neither an entry nor its mail is stored without the other.
    await db.transaction().execute(async (tx) => {
      const row = { ...body, id: deps.newId(), written_at: now.toISOString(), hidden_at: null };
      await tx.insertInto('guest_book').values(row).execute();
      const mail = {
        id: deps.newId(),
        mail: GUEST_BOOK_MAIL,
        to: notificationAddress(settings),
        userId: null,
        values: { link: `${origin}${GUEST_BOOK_VIEW}` },
      };
      await storeMail(tx, mail, deps.mails, now);
    });
    deps.wakeMail();
    return accepted('Thank you. Your entry is in the guest book.');
  });
}
