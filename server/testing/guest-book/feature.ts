import { sql } from 'kysely';
import { removeWithAddress } from '#features/accounts/server/remove-with-address.ts';
import { action } from '#server/audit/action.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Feature } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { onOff, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';
import { GUEST_BOOK_COLUMNS, GUEST_BOOK_ERASED } from '#server/testing/guest-book/content.ts';
import { GUEST_BOOK_HIDDEN, GUEST_BOOK_READ, guestBookView } from './console-view.ts';
import { GUEST_BOOK_LIMITS, guestBookRoutes } from './routes.ts';

type GuestBookTable = {
  id: string;
  name: string;
  /** The email address in normalised form (`contract/address.ts`). */
  email: string;
  message: string;
  written_at: IsoTime;
  hidden_at: IsoTime | null;
};

declare module '#server/database/schema.ts' {
  interface Schema {
    guest_book: GuestBookTable;
  }
}

const guestBookSettings = settingsPart({
  fields: { GUEST_BOOK: onOff.default(true) },
  shown: { GUEST_BOOK: 'value' },
  values: ({ GUEST_BOOK }) => ({ guestBookIsOpen: GUEST_BOOK }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof guestBookSettings> {}
}

const GUEST_BOOK_DELETED = action('guest-book-deleted', 'deleted an entry of the guest book');

const removeEntries = removeOldest(
  (tx, before) =>
    tx.selectFrom('guest_book').select('id').where('written_at', '<=', before).orderBy('written_at'),
  (tx, ids) => tx.deleteFrom('guest_book').where('id', 'in', ids).execute(),
);

/** The guest book: visitors leave a name and a few words, which everyone can read. */
export const guestBook: Feature = {
  name: 'guest-book',
  settings: guestBookSettings,
  apiRoutes: guestBookRoutes,
  limits: GUEST_BOOK_LIMITS,
  auditActions: [GUEST_BOOK_READ, GUEST_BOOK_HIDDEN, GUEST_BOOK_DELETED],
  console: [guestBookView],
  tables: {
    guest_book: {
      ...GUEST_BOOK_COLUMNS.guest_book,
      where: ({ email }) => sql`email = ${email}`,
      order: ['written_at', 'id'],
      isOfMailbox: true,
    },
  },
  retention: { 'guest-book-entries': removeEntries },
  ...removeWithAddress('guest_book', {
    action: GUEST_BOOK_DELETED,
    erased: GUEST_BOOK_ERASED,
    deletedAgain: 'guest-book entries',
  }),
};
