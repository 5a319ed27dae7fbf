import type { Entry } from './data-facts.ts';
import { MAILS } from './features.ts';

/** The data register's entry for each kind of mail. No page loads this file. */
export const MAILED: Readonly<Record<string, Entry>> = {
  ...Object.fromEntries(
    MAILS.map(({ name, tells, recipient = 'You, and the mail servers on the way' }) => [
      name,
      {
        what: tells,
        why: 'To tell people what happened',
        recipient,
        kept: 'In the recipient’s mailbox; here, as the outbox table says',
      },
    ]),
  ),
  'test-mail': {
    what: 'That the mail server works, sent by hand with “npm run doctor -- --mail”',
    why: 'To try the mail server',
    recipient: 'The address that the operator names, and the mail servers on the way',
    kept: 'In the recipient’s mailbox; not here',
  },
};
