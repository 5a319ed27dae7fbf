import { CORE_TABLES } from '#content/core-data.ts';
import { BACKUPS } from '#content/data-register.ts';

/** Words of the pages behind the mailed link of `/your-data`, and of the page shown after its form was sent. */
export const RIGHTS_PAGE_WORDS = {
  /** The link on the page that says to check the inbox. */
  askAgain: 'Enter the address again',
  kept: {
    title: 'What we keep under your address',
    rest: 'Not shown here: what someone may have typed to sign up with this address, which we keep for 7 days unless it’s confirmed, and our log and backups, which can’t be searched by person.',
    account:
      'This address has an account. What belongs to the account, with the messages sent while signed in, isn’t shown here. You’ll find it after signing in, at',
    guarded:
      'This address has an account that asks for more than a mailbox, such as a passkey or a code. To protect your data from anyone who can only read your email, nothing is shown or erased here. Sign in, and you’ll find everything at',
    more: 'Not shown here, but in the download:',
    download: 'Download everything',
    erase: {
      title: 'Erase everything',
      lead: 'This removes the messages with their files, the launch-list entry, what someone typed to sign up with this address, and our notes of emails to it, apart from notes of the last day that limit how many emails it gets. Requests that we haven’t answered yet are removed too. This can’t be undone.',
      sure: 'Yes, erase it for good',
      notSure: 'To erase everything, please tick this box.',
      submit: 'Erase it',
    },
  },
  erased: {
    title: 'Erased',
    /** Numbers of stored entries by kind; `{count}` is filled in. */
    counts: {
      submissions: 'Messages: {count}',
      mails: 'Our notes of emails to this address, and those not sent yet: all but those named below',
    },
    staysTitle: 'What stays, and until when',
    stays: [
      `Backups of the database: ${BACKUPS.kept}`,
      `Lines in the audit log that name no person and no address. ${CORE_TABLES.audit.kept}.`,
      'The note that we emailed this address a receipt, or something that a since deleted account asked for, with the address: until a day after we wrote that email. It keeps others from having more of them sent to you.',
      'The emailed copy of your messages, in the mailbox of those who answer: until you ask us to delete it, with the form under “Your rights”.',
      'An account with this address, if there is one: until you delete it.',
    ],
    /** Shown after an erasure, if a message stays because its card payment is not settled yet. */
    paying:
      'A message whose card payment is still under way stays until the payment is settled, within two days. Then you can erase it in the same way.',
  },
  sent: {
    title: 'We’ve got your request',
    reference: 'Reference',
    due: 'We answer by',
    keep: 'Please note both. We also email them to you; we send at most one such email a day.',
    gone: 'We no longer have this request, or the address of this page is incomplete.',
  },
  failed: 'That didn’t work',
  again: 'Go to “Your rights”',
  home: 'Go to the home page',
} as const;
