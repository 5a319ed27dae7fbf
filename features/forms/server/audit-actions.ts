import { action } from '#server/audit/action.ts';

export const SUBMISSION_RELEASED = action('submission-released', 'released a message from quarantine');
export const SUBMISSION_QUARANTINED = action('submission-quarantined', 'moved a message to quarantine');
export const SUBMISSION_DONE = action('submission-done', 'marked a message or request as done');
export const SUBMISSION_NOT_DONE = action('submission-not-done', 'marked a message or request as not done');
export const SUBMISSION_READ = action('submission-read', 'marked a message as read');
export const SUBMISSION_UNREAD = action('submission-unread', 'marked a message as unread');
export const SUBMISSION_ASSIGNED = action(
  'submission-assigned',
  'assigned a message, or removed who it was assigned to',
);
export const SUBMISSION_FILED = action(
  'submission-filed',
  'filed a message as a request about personal data',
);
export const SUBMISSION_NOT_FILED = action(
  'submission-not-filed',
  'moved a message that was filed as a request back to the inbox',
);
export const SUBMISSION_ANSWERED = action('submission-answered', 'answered a message by email');
export const SUBMISSION_DELETED = action('submission-deleted', 'deleted a message');
