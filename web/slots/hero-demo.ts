import type { ComponentType } from 'react';

/** A demonstration of the product at the top of a page; undefined when no feature has one. */
export const [HeroDemo] = Object.values(
  import.meta.glob<ComponentType>('/features/*/web/slots/hero-demo.tsx', { eager: true, import: 'default' }),
);
