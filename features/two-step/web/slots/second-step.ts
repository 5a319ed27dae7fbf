import type { SecondStep } from '#features/accounts/web/security/second-steps.ts';
import type {} from '#features/two-step/bodies.ts';

export default { isOn: ({ hasSecondStep }) => hasSecondStep } satisfies SecondStep;
