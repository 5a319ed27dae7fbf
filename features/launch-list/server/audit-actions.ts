import { EXPORT_REASONS } from '#contract/operators.ts';
import { action } from '#server/audit/action.ts';

export const LAUNCH_LIST_LEFT = action('launch-list-left', 'removed an address from the launch list');
export const LAUNCH_LIST_EXPORTED = action(
  'launch-list-exported',
  'exported the launch list',
  EXPORT_REASONS,
);
export const LAUNCH_MAIL_STORED = action('launch-mail-stored', 'sent an email to the launch list');
