import type { ComponentType } from 'react';

/** Components of features that float above every page, also above the error page. */
export const FLOATING = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/floating.{ts,tsx}', {
    eager: true,
    import: 'default',
  }),
);
