import { EXPORT_REASONS, ROLE_NAMES, ROLES } from '#contract/operators.ts';
import { action, actionWithoutChange } from '#server/audit/action.ts';

const AS_ROLE = Object.fromEntries(ROLE_NAMES.map((name) => [name, `As ${name}: ${ROLES[name]}`]));

export const CONSOLE_ENTERED = actionWithoutChange(
  'console-entered',
  'opened the console, or confirmed there that it was them',
);
export const PERSON_SHOWN = actionWithoutChange('person-shown', 'viewed the account', {
  masked: 'Only the first letters were shown',
});
export const PEOPLE_SEARCHED = actionWithoutChange('people-searched', 'searched for people', {
  'by an address': 'By an address',
  'by a name': 'By a name',
  nobody: 'Only opened the search',
});
export const RESET_ORDERED = action('reset-ordered', 'emailed a link to reset the password');
export const SUBMISSIONS_LISTED = actionWithoutChange('submissions-listed', 'viewed a list of messages', {
  requests: 'Requests about personal data',
  'by words': 'By words',
  'before a deletion': 'Before a deletion',
});
export const SUBMISSION_SHOWN = actionWithoutChange('submission-shown', 'read a message');
export const SUBMISSIONS_EXPORTED = action('submissions-exported', 'exported messages', EXPORT_REASONS);
export const SUBMISSION_FILE_READ = actionWithoutChange(
  'submission-file-read',
  'downloaded a file that came with a message',
);
export const NOTE_WRITTEN = action('note-written', 'wrote a note');
export const NOTE_DELETED = action('note-deleted', 'deleted a note');
export const MAILS_LISTED = actionWithoutChange('mails-listed', 'viewed a list of emails', {
  'by an address': 'By an address',
});
export const MAIL_SHOWN = actionWithoutChange('mail-shown', 'viewed an email');
export const AUDIT_LISTED = actionWithoutChange('audit-listed', 'looked through the audit log', {
  'of a person': 'Of one person',
});
export const STAFF_LISTED = actionWithoutChange('staff-listed', 'viewed the list of operators');
export const STAFF_INVITED = action('staff-invited', 'invited someone to the console', AS_ROLE);
export const STAFF_INVITATION_WITHDRAWN = action(
  'staff-invitation-withdrawn',
  'withdrew an invitation to the console',
);
export const STAFF_JOINED = action('staff-joined', 'joined the console by invitation', AS_ROLE);
export const STAFF_ROLE_CHANGED = action('staff-role-changed', 'changed the role of an operator', AS_ROLE);
export const STAFF_REMOVED = action('staff-removed', 'removed the role of an operator');
