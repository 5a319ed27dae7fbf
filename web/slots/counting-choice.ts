import type { ComponentType } from 'react';

export type CountingChoice = {
  /** The id of the section that contains the choice, for links. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly Choice: ComponentType;
};

/** The switch with which a visitor stops being counted; undefined when no feature counts visits. */
export const [COUNTING_CHOICE] = Object.values(
  import.meta.glob<CountingChoice>('/features/*/web/slots/counting-choice.ts', {
    eager: true,
    import: 'default',
  }),
);
