import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { action } from '#server/audit/action.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { ConsoleRoutes, ConsoleView } from '#server/console-view.ts';
import type { AppDeps } from '#server/feature.ts';
import { html, list, pressForm, timeOf } from '#server/html/html.ts';
import { GUEST_BOOK_VIEW } from '#server/testing/guest-book/contract.ts';

export const GUEST_BOOK_READ = action('guest-book-read', 'read the guest book');
export const GUEST_BOOK_HIDDEN = action('guest-book-hidden', 'hid an entry of the guest book');

const READ = {
  name: 'read-guest-book',
  what: 'Read all of the guest book',
  who: ['owner', 'support'],
  readsPeople: true,
} as const;
const WORK = {
  name: 'work-on-guest-book',
  what: 'Hide entries of the guest book',
  who: ['owner', 'support'],
} as const;

export const guestBookView: ConsoleView = {
  label: 'Guest book',
  path: GUEST_BOOK_VIEW,
  actions: [READ, WORK],
  routes: guestBookViewRoutes,
};

const MOST_LISTED = 200;

function guestBookViewRoutes(route: ConsoleRoutes, deps: AppDeps): void {
  const { db } = deps;

  route.get(GUEST_BOOK_VIEW, { action: READ, audit: { action: GUEST_BOOK_READ } }, async () => {
    const newest = db.selectFrom('guest_book').selectAll().orderBy('written_at', 'desc').orderBy('id');
    const entries = await newest.limit(MOST_LISTED).execute();
    const rows = entries.map(
      (entry) => html`<li class="card row"><div><p class="said">${entry.message}</p>
<p class="soft">${entry.name}, ${entry.email}, ${timeOf(entry.written_at)}</p></div>
${entry.hidden_at === null ? pressForm(GUEST_BOOK_VIEW, { id: entry.id }, 'Hide') : 'Hidden'}</li>`,
    );
    return { title: 'Guest book', view: GUEST_BOOK_VIEW, main: list(rows, 'Nobody has written yet.') };
  });

  const hide = { action: WORK, body: z.object({ id }) };
  route.post(GUEST_BOOK_VIEW, hide, async ({ body, operator }) => {
    await db.transaction().execute(async (tx) => {
      const hidden = await tx
        .updateTable('guest_book')
        .set({ hidden_at: deps.clock().toISOString() })
        .where('id', '=', body.id)
        .where('hidden_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (hidden === undefined) return;
      await recordAction(deps, tx, { ...operator.by, action: GUEST_BOOK_HIDDEN, subject: hidden.id });
    });
    return { goTo: GUEST_BOOK_VIEW, flash: { words: 'The entry is hidden.' } };
  });
}
