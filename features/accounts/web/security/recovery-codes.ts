import type { ComponentType } from 'react';
import type { NewCodes } from '#contract/code.ts';
import type { CallResult } from '#web/api/call-api.ts';

/** Components that show and renew recovery codes, for every second factor that the codes can replace. */
export type RecoveryCodes = {
  /** Shows new codes until the owner confirms that they are saved. */
  readonly Made: ComponentType<{
    readonly made: NewCodes;
    readonly lead: string;
    readonly onDone: () => Promise<void> | void;
  }>;
  readonly Left: ComponentType<{ readonly left: number; readonly areUnsaved: boolean }>;
  readonly renewLabel: string;
  readonly renew: () => Promise<CallResult<NewCodes>>;
};

/** @public */
export const [RECOVERY_CODES] = Object.values(
  import.meta.glob<RecoveryCodes>('/features/*/web/slots/recovery-codes.ts', {
    eager: true,
    import: 'default',
  }),
);
