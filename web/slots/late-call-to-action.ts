import type { ComponentType } from 'react';

/** What a page asks of a visitor, below its first screen; undefined without a feature that asks for something. */
export const [LateCallToAction] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/late-call-to-action.tsx', {
    eager: true,
    import: 'default',
  }),
);
