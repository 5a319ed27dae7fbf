import { action, actionWithoutChange } from './action.ts';

export const NOTICE_STORED = action('notice-stored', 'sent a notice by email');
export const NOTICE_PREVIEWED = actionWithoutChange(
  'notice-previewed',
  'listed who would get a notice, with first letters only',
);
export const MAIL_RETRIED = action('mail-retried', 'tried an email again');
export const MAIL_GIVEN_UP = action('mail-given-up', 'stopped an email that was waiting');
export const TEST_MAIL_SENT = action('test-mail-sent', 'sent a test email');
export const DELETION_ORDERED = action('deletion-ordered', 'ordered the deletion of an account or a message');
export const DELETION_KEPT = action(
  'deletion-kept',
  'deleted again what had been deleted after the backup that was restored',
);
export const BACKUP_MADE = action('backup-made', 'made a backup');
export const RESTORED = action('restored', 'restored a backup');
export const COPIED = action('copied', 'copied the site to another database');
export const RETENTION_RUN = action('retention-run', 'removed data that was kept long enough');
export const CLOCK_ACCEPTED = action('clock-accepted', 'confirmed the clock after a jump');
