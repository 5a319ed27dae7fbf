import { MAILBOX } from '#features/mailbox/contract.ts';
import type { Feature } from '#server/feature.ts';
import { createLoopbackCheck } from '#server/http/client-address.ts';
import { makeBodiesOf } from '#server/mail/mail-queue.ts';
import { mailboxRoutes } from './mailbox.ts';

export const mailbox: Feature = {
  name: 'mailbox',
  mailsPath: MAILBOX.home,
  lostWithout: 'The site needs SMTP_URL, even on a developer’s machine.',
  // The mailbox is safe: without a mail server `SITE_ORIGIN` is always a loopback address (`server/settings/settings.ts`).
  routes: (app, deps) => {
    if (deps.settings.smtpUrl !== undefined) return;
    mailboxRoutes(app, {
      ...deps,
      isLoopback: createLoopbackCheck(deps.origin),
      makeBodies: makeBodiesOf(deps),
    });
  },
};
