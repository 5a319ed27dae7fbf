import { CLOSED_REASONS } from '#contract/errors.ts';
import { REASONS } from '#contract/operators.ts';
import { action, actionWithoutChange } from '#server/audit/action.ts';

export const SIGNED_UP = action('signed-up', 'signed up', {
  'address-taken': 'The address has an account already',
});
export const EMAIL_CONFIRMED = action('email-confirmed', 'confirmed an email address');
export const SIGNED_IN = actionWithoutChange('signed-in', 'signed in');
export const SIGNED_OUT = actionWithoutChange('signed-out', 'signed out', {
  'from another session': 'From another device',
});
export const CONFIRMATION_RESENT = action('confirmation-resent', 'sent the confirmation email again');
export const PASSWORD_RESET_REQUESTED = action(
  'password-reset-requested',
  'had a link to reset the password emailed',
);
export const PASSWORD_RESET = action(
  'password-reset',
  'reset the password by email, which ended all sessions',
);
export const PASSWORD_CHANGED = action(
  'password-changed',
  'changed the password, which ended all other sessions',
);
export const SECOND_STEP_REFUSED = action('second-step-refused', 'entered a code that was refused');
export const RECOVERY_CODE_USED = action('recovery-code-used', 'used a recovery code');
export const PROFILE_SAVED = action('profile-saved', 'saved details for the profile');
export const OWNERSHIP_PROVED = action('ownership-proved', 'confirmed it was them');
export const OWNERSHIP_REFUSED = action(
  'ownership-refused',
  'entered a wrong password to confirm it was them',
);
export const SESSIONS_ENDED = action('sessions-ended', 'signed the account out everywhere');
export const ACCOUNT_CLOSED = action('account-closed', 'closed the account', {
  ...CLOSED_REASONS,
  ...REASONS,
});
export const ACCOUNT_REOPENED = action('account-reopened', 'reopened the account', {
  frozen: 'It was frozen, as a change was contested',
});
export const ACCOUNT_DELETED = action('account-deleted', 'deleted the account');
