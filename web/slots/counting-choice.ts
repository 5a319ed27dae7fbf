import type { ComponentType } from 'react';

export type CountingChoice = {
  /** The id of its section, for links. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly Choice: ComponentType;
};

/** The switch that stops counting; undefined without a feature that counts. */
export const [COUNTING_CHOICE] = Object.values(
  import.meta.glob<CountingChoice>('/features/*/web/slots/counting-choice.ts', {
    eager: true,
    import: 'default',
  }),
);
