import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import type { RecoveryCodes } from '#features/accounts/web/security/recovery-codes.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import {
  RecoveryCodesLeft,
  RecoveryCodes as RecoveryCodesMade,
} from '#features/two-step/web/recovery-codes.tsx';
import { postBody } from '#web/api/call-api.ts';

export default {
  Made: RecoveryCodesMade,
  Left: RecoveryCodesLeft,
  renewLabel: SECOND_STEP_WORDS.renew,
  renew: () => postBody(SECOND_STEP_API.recoveryCodes),
} satisfies RecoveryCodes;
