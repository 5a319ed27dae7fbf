import type { ComponentType } from 'react';

/** What features show above every page, or do there, on the page of an error too. */
export const FLOATING = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/floating.{ts,tsx}', {
    eager: true,
    import: 'default',
  }),
);
