import type { ComponentType } from 'react';

/** An animated background of a section; undefined when no feature has one. */
export const [Backdrop] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/backdrop.tsx', { eager: true, import: 'default' }),
);
