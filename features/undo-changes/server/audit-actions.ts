import { RECOVERY_PROOFS } from '#features/undo-changes/contract.ts';
import { action } from '#server/audit/action.ts';

export const CHANGE_CONTESTED = action(
  'change-contested',
  'said that a change was not theirs, which froze the account',
);
export const CHANGE_TAKEN_BACK = action('change-taken-back', 'a change to sign-in was undone');
export const CHANGE_KEPT = action('change-kept', 'said that a contested change was theirs');
export const RECOVERY_PLANNED = action(
  'recovery-planned',
  'planned to turn off two-step verification and the passkeys a day later',
  RECOVERY_PROOFS,
);
export const RECOVERY_DONE = action(
  'recovery-done',
  'turned off two-step verification and the passkeys, as planned a day before',
);
export const RECOVERY_STOPPED = action(
  'recovery-stopped',
  'did not turn off two-step verification and the passkeys as planned',
);
