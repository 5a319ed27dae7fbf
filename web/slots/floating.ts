import type { ComponentType } from 'react';

/** What features show above every page, including the error page. */
export const FLOATING = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/floating.{ts,tsx}', {
    eager: true,
    import: 'default',
  }),
);
