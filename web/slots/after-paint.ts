import type { ComponentType } from 'react';

/** What features do on every page once it is painted, as components that show nothing. */
export const AFTER_PAINT = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/after-paint.ts', { eager: true, import: 'default' }),
);
