import type { Feature } from '#server/feature.ts';
import { HOUR_MS } from '#server/time.ts';
import * as auditActions from './audit-actions.ts';
import { createNotificationBodies } from './notification.ts';
import { storeDueReminders, storeQuarantineDigest } from './operator-mails.ts';
import { deleteMessagesAgain, deletePersonsMessages, mailsAboutSubmissions } from './own-messages.ts';
import { FORM_LIMITS, formsRoutes } from './routes.ts';
import { fillSenderAddresses } from './sender-addresses.ts';
import { formLaunchChecks, formPages, formsSettings } from './settings.ts';
import { FORM_SUBMISSIONS } from './slots.ts';
import { formRetention, formTables } from './tables.ts';
import { thanksRoutes } from './thanks-pages.ts';

export const forms: Feature = {
  name: 'forms',
  isCore: true,
  auditActions: Object.values(auditActions),
  settings: formsSettings,
  launchChecks: formLaunchChecks,
  pages: formPages,
  tables: formTables,
  retention: formRetention,
  mailsAbout: mailsAboutSubmissions,
  addressesToTell: (db) =>
    db.selectFrom('submissions').select('email').distinct().where('state', '=', 'received').execute(),
  deletePerson: deletePersonsMessages,
  deleteAgain: deleteMessagesAgain,
  limits: FORM_LIMITS,
  metrics: [FORM_SUBMISSIONS],
  routes: async (app, deps) => {
    thanksRoutes(app, deps);
    await app.register(async (scope) => formsRoutes(scope, deps));
  },
  jobs: [
    {
      name: 'the mail about quarantined messages',
      every: HOUR_MS,
      run: storeQuarantineDigest,
    },
    {
      name: 'reminders of requests',
      every: HOUR_MS,
      run: storeDueReminders,
    },
    {
      name: 'storing the addresses of older messages',
      every: HOUR_MS,
      run: ({ db }, { signal }) => fillSenderAddresses(db, () => signal.aborted),
    },
  ],
  mailBodies: createNotificationBodies,
};
