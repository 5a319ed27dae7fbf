import type { ComponentType } from 'react';

/** A call to action below the first screen; undefined when no feature has one. */
export const [LateCallToAction] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/late-call-to-action.tsx', {
    eager: true,
    import: 'default',
  }),
);
