import type { ComponentType } from 'react';

/** Moving background of a section; undefined without a feature that has one. */
export const [Backdrop] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/backdrop.tsx', { eager: true, import: 'default' }),
);
