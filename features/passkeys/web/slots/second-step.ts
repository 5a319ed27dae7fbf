import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import type { SecondStep } from '#features/accounts/web/security/second-steps.ts';
import type {} from '#features/passkeys/bodies.ts';
import { passkeyCall } from '#features/passkeys/web/passkeys.ts';

export default {
  isOn: ({ passkeys }) => passkeys.length > 0,
  prompt: { label: PASSKEY_WORDS.confirm, ask: () => passkeyCall(({ proveByPasskey }) => proveByPasskey()) },
} satisfies SecondStep;
