import { sql } from 'kysely';
import { LIST_CONFIRM_MAIL } from '#content/features/launch-list.ts';
import { LIST_ERASED } from '#content/features/launch-list-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { removeWithAddress } from '#features/accounts/server/remove-with-address.ts';
import type { Feature } from '#server/feature.ts';
import * as auditActions from './audit-actions.ts';
import { launchListView } from './console-view.ts';
import { findListAgreements, removeEntries, withdrawEntry } from './entries.ts';
import { writeListMail } from './mails.ts';
import { LAUNCH_LIST_LIMITS, launchListRoutes } from './routes.ts';
import { launchListColumns, launchListRetention, launchListTables } from './tables.ts';

export const launchList: Feature = {
  name: 'launch-list',
  lostWithout: 'Nobody can join the launch list. The addresses on it are deleted without an email.',
  auditActions: Object.values(auditActions),
  proxyPaths: [PAGES.launchListConfirm, PAGES.launchListLeave],
  tables: launchListTables,
  columns: launchListColumns,
  retention: launchListRetention,
  addressesToTell: (db) =>
    db.selectFrom('launch_list').select('email').where('confirmed_at', 'is not', null).execute(),
  ...removeWithAddress('launch_list', {
    action: auditActions.LAUNCH_LIST_LEFT,
    erased: LIST_ERASED,
    deletedAgain: 'launch-list entries',
    remove: removeEntries,
  }),
  agreements: { find: findListAgreements, withdraw: withdrawEntry },
  mailsAbout: ({ email }) =>
    sql`select o.id from outbox o join launch_list l on o.user_id = l.id where l.email = ${email}`,
  limits: LAUNCH_LIST_LIMITS,
  goals: [{ label: 'Joined the launch list', table: 'launch_list', column: 'confirmed_at' }],
  console: [launchListView],
  routes: launchListRoutes,
  requestedMails: () => [{ mail: LIST_CONFIRM_MAIL, write: writeListMail }],
};
