import type { ComponentType } from 'react';

/** Components of features that run on every page after it is painted and show nothing. */
export const AFTER_PAINT = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/after-paint.ts', { eager: true, import: 'default' }),
);
