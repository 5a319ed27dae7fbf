import type { ComponentType } from 'react';

/** Components of features that run on every page after the first paint and render nothing visible. */
export const AFTER_PAINT = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/after-paint.ts', { eager: true, import: 'default' }),
);
