import type { ComponentType } from 'react';

/** What moves behind a part of a page; undefined without a feature that has it. */
export const [Backdrop] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/backdrop.tsx', { eager: true, import: 'default' }),
);
