import { ACCOUNT_DELETED_MAIL, ACCOUNT_EXISTS_MAIL, RESET_MAIL, VERIFY_MAIL } from './features/accounts.ts';
import { ADDRESS_TAKEN_MAIL, CONFIRM_ADDRESS_MAIL } from './features/address-change.ts';
import {
  DELETED_BY_US_MAIL,
  INVITED_MAIL,
  OPERATOR_CHANGED_MAIL,
  ROLE_CHANGED_MAIL,
} from './features/console.ts';
import {
  DUE_RECEIPT_MAIL,
  DUE_REMINDER_MAIL,
  NOTIFICATION_MAIL,
  QUARANTINE_MAIL,
  RECEIPT_MAIL,
  REPLY_MAIL,
} from './features/forms.ts';
import { LAUNCH_MAIL, LAUNCH_TEST_MAIL, LIST_CONFIRM_MAIL, LIST_KNOWN_MAIL } from './features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from './features/launch-list-pages.ts';
import { ACCOUNT_CHANGED_MAIL, ACCOUNT_MOVED_MAIL } from './features/undo-changes.ts';
import { RIGHTS_LINK_MAIL, RIGHTS_PAGE } from './features/your-data-rights.ts';
import { type Mail, NOTICE_MAIL } from './mails.ts';

/** The part of a feature's content that both the site’s pages and the server need. */
export type FeatureContent = {
  readonly name: string;
  readonly mails?: readonly Mail[];
  readonly pages?: readonly { readonly path: string; readonly title: string; readonly description: string }[];
};

export const FEATURES: readonly FeatureContent[] = [
  { name: 'accounts', mails: [VERIFY_MAIL, ACCOUNT_EXISTS_MAIL, RESET_MAIL, ACCOUNT_DELETED_MAIL] },
  {
    name: 'forms',
    mails: [
      NOTIFICATION_MAIL,
      RECEIPT_MAIL,
      REPLY_MAIL,
      DUE_RECEIPT_MAIL,
      DUE_REMINDER_MAIL,
      QUARANTINE_MAIL,
    ],
  },
  { name: 'undo-changes', mails: [ACCOUNT_CHANGED_MAIL, ACCOUNT_MOVED_MAIL] },
  { name: 'address-change', mails: [CONFIRM_ADDRESS_MAIL, ADDRESS_TAKEN_MAIL] },
  { name: 'your-data', mails: [RIGHTS_LINK_MAIL], pages: [RIGHTS_PAGE] },
  {
    name: 'launch-list',
    mails: [LIST_CONFIRM_MAIL, LIST_KNOWN_MAIL, LAUNCH_MAIL, LAUNCH_TEST_MAIL],
    pages: [LAUNCH_LIST_PAGES.list],
  },
  { name: 'console', mails: [INVITED_MAIL, ROLE_CHANGED_MAIL, OPERATOR_CHANGED_MAIL, DELETED_BY_US_MAIL] },
];

export const MAILS: readonly Mail[] = [NOTICE_MAIL, ...FEATURES.flatMap(({ mails }) => mails ?? [])];

/** Mails of these kinds are for operators. They do not belong to an account, even if the account has an operator's address. */
export const TO_OPERATORS = MAILS.flatMap(({ name, toOperators }) => (toOperators ? [name] : []));

/** Mails of these kinds are dropped if access to the account ends before they are sent. */
export const END_WITH_ACCESS = MAILS.flatMap(({ name, endsWithAccess }) => (endsWithAccess ? [name] : []));
