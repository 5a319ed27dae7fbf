import { action } from '#server/audit/action.ts';

export const SECOND_STEP_ON = action('second-step-on', 'turned on two-step verification');
export const SECOND_STEP_OFF = action('second-step-off', 'turned off two-step verification');
export const RECOVERY_CODES_RENEWED = action('recovery-codes-renewed', 'got new recovery codes');
