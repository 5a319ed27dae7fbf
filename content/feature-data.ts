import { CORE_RETENTION, CORE_TABLES } from './core-data.ts';
import type { Retention, TableFacts } from './data-facts.ts';
import { ACCOUNT_RETENTION, ACCOUNT_TABLES } from './features/accounts-data.ts';
import { ADDRESS_CHANGE_RETENTION, ADDRESS_CHANGE_TABLES } from './features/address-change-data.ts';
import { ANALYTICS_TABLES } from './features/analytics-data.ts';
import { ANNOUNCEMENT_TABLES } from './features/announcements-data.ts';
import { PAYMENT_TABLES } from './features/card-payments-data.ts';
import { CONSOLE_RETENTION, CONSOLE_TABLES } from './features/console-data.ts';
import { FORM_RETENTION, FORM_TABLES } from './features/forms-data.ts';
import { LAUNCH_LIST_RETENTION, LAUNCH_LIST_TABLES } from './features/launch-list-data.ts';
import { PASSKEY_RETENTION, PASSKEY_TABLES } from './features/passkeys-data.ts';
import { SOCIAL_TABLES } from './features/social-sign-in-data.ts';
import { TOKENS_RETENTION, TOKENS_TABLES } from './features/tokens-data.ts';
import { TWO_STEP_RETENTION, TWO_STEP_TABLES } from './features/two-step-data.ts';
import { UNDO_CHANGES_RETENTION, UNDO_CHANGES_TABLES } from './features/undo-changes-data.ts';
import { YOUR_DATA_RETENTION, YOUR_DATA_TABLES } from './features/your-data-data.ts';

type FeatureFacts = {
  readonly name: string;
  readonly tables: Readonly<Record<string, TableFacts>>;
  readonly retention?: Readonly<Record<string, Retention>>;
};

/** Features that store data, in the order of the privacy page. */
export const FEATURE_FACTS: readonly FeatureFacts[] = [
  { name: 'accounts', tables: ACCOUNT_TABLES, retention: ACCOUNT_RETENTION },
  { name: 'social-sign-in', tables: SOCIAL_TABLES },
  { name: 'passkeys', tables: PASSKEY_TABLES, retention: PASSKEY_RETENTION },
  { name: 'two-step', tables: TWO_STEP_TABLES, retention: TWO_STEP_RETENTION },
  { name: 'undo-changes', tables: UNDO_CHANGES_TABLES, retention: UNDO_CHANGES_RETENTION },
  { name: 'tokens', tables: TOKENS_TABLES, retention: TOKENS_RETENTION },
  { name: 'address-change', tables: ADDRESS_CHANGE_TABLES, retention: ADDRESS_CHANGE_RETENTION },
  { name: 'your-data', tables: YOUR_DATA_TABLES, retention: YOUR_DATA_RETENTION },
  { name: 'forms', tables: FORM_TABLES, retention: FORM_RETENTION },
  { name: 'card-payments', tables: PAYMENT_TABLES },
  { name: 'launch-list', tables: LAUNCH_LIST_TABLES, retention: LAUNCH_LIST_RETENTION },
  { name: 'analytics', tables: ANALYTICS_TABLES },
  { name: 'console', tables: CONSOLE_TABLES, retention: CONSOLE_RETENTION },
  { name: 'announcements', tables: ANNOUNCEMENT_TABLES },
  { name: 'core', tables: CORE_TABLES, retention: CORE_RETENTION },
];
