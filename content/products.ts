import { BRAND } from './brand.ts';
import { countWordFirst } from './count-words.ts';
import type { NextStep } from './next-step.ts';

/** A product in development. Each entry has a card on the workbench of `/product`. */
export type Product = {
  readonly title: string;
  readonly description: string;
  /** The product's drawing, from pages/product/product.tsx. */
  readonly icon: ProductIcon;
  /** The stage of `PRODUCTS_PAGE.stages` that the product has reached, counted from 1. */
  readonly stage: 1 | 2 | 3 | 4;
  readonly standing: string;
};

export type ProductIcon = 'model' | 'assistant' | 'watch' | 'device';

export const PRODUCTS: readonly Product[] = [
  {
    title: 'A large language model',
    description:
      'The part that reads and answers. We want one that is at home in Indian languages and English alike, and that says so when it doesn’t know.',
    icon: 'model',
    stage: 2,
    standing: 'It answers, on machines rented by the hour. It is still wrong too often to release.',
  },
  {
    title: 'An AI assistant',
    description: `${BRAND.product} itself: a place to ask, in your own words, on any phone. Conversations are meant for you alone.`,
    icon: 'assistant',
    stage: 2,
    standing: 'You can click through the screens. The model behind them still has to grow up.',
  },
  {
    title: 'AI smartwatches',
    description:
      'A question asked with a raised wrist, and an answer short enough to read while you walk. It should last more than a day on one charge.',
    icon: 'watch',
    stage: 1,
    standing: 'Drawings, and a list of parts we can’t afford yet.',
  },
  {
    title: 'AI devices',
    description:
      'A small thing for the kitchen shelf or the shop counter, for people who would rather talk than type.',
    icon: 'device',
    stage: 1,
    standing: 'A sketch, until the assistant has something to say.',
  },
];

export const PRODUCTS_PAGE = {
  title: 'What we’re building',
  lead: `${countWordFirst(PRODUCTS.length)} things are on the workbench. None of them is finished, and each one shows how far along it really is.`,
  /** docs/product.md, "Marketing pages", prescribes this label. */
  soon: 'Coming Soon',
  stagesTitle: 'How far along it is',
  /** The stages that every product passes through, in order. */
  stages: ['Sketch', 'Workbench', 'Trial', 'In your hands'],
  /** Screen readers read this after the name of the product’s current stage. */
  here: 'it is here now',
  next: {
    title: 'The assistant comes first',
    text: 'It will be the first to leave the bench. Leave your email, and we’ll write to you once, on the day it opens.',
    links: [
      { label: 'See the features', page: 'features' },
      { label: 'Contact us', page: 'contact' },
    ],
  },
} as const satisfies { next: NextStep } & Record<string, unknown>;
