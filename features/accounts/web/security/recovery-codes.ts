import type { ComponentType } from 'react';
import type { NewCodes } from '#contract/recovery-codes.ts';
import type { CallResult } from '#web/api/call-api.ts';

/** How recovery codes are shown and renewed, for every second step that they replace. */
export type RecoveryCodes = {
  /** Shows new codes once, until the owner confirms that they are saved. */
  readonly Made: ComponentType<{
    readonly made: NewCodes;
    /** What the codes are for. */
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
