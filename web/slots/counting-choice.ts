import type { ComponentType } from 'react';

export type CountingChoice = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly Choice: ComponentType;
};

/** The switch that stops the counting of visits by this browser; undefined when no feature counts visits. */
export const [COUNTING_CHOICE] = Object.values(
  import.meta.glob<CountingChoice>('/features/*/web/slots/counting-choice.ts', {
    eager: true,
    import: 'default',
  }),
);
