import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import type { RecoveryCodes } from '#features/accounts/web/security/recovery-codes.ts';
import {
  RecoveryCodesLeft,
  RecoveryCodes as RecoveryCodesMade,
} from '#features/two-step/web/recovery-codes.tsx';
import { newRecoveryCodes } from '#features/two-step/web/second-step-api.ts';

export default {
  Made: RecoveryCodesMade,
  Left: RecoveryCodesLeft,
  renewLabel: SECOND_STEP_WORDS.renew,
  renew: () => newRecoveryCodes(),
} satisfies RecoveryCodes;
