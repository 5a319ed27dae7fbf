import { BRAND } from './brand.ts';

/** What is being made (spec §2). Adding a card here adds its sheet on the workbench. */
export type Product = {
  readonly title: string;
  readonly description: string;
  /** Its drawing in web/pages/product/product-drawings.tsx. */
  readonly icon: ProductIcon;
  /** How many of `PRODUCTS_PAGE.stages` it has reached, 1 being the first. */
  readonly stage: 1 | 2 | 3 | 4;
  /** Where it honestly stands. */
  readonly standing: string;
};

export type ProductIcon = 'model' | 'assistant' | 'watch' | 'device';

export const PRODUCTS: readonly Product[] = [
  {
    title: 'A large language model',
    description:
      'The part that reads and answers. We want one that is at home in Indian languages and English alike, and that says so when it does not know.',
    icon: 'model',
    stage: 2,
    standing: 'It answers, on machines rented by the hour. It is still wrong too often to leave the room.',
  },
  {
    title: 'An AI assistant',
    description: `${BRAND.product} itself: a place to ask, in your own words, on any phone. Conversations are meant for you alone.`,
    icon: 'assistant',
    stage: 2,
    standing: 'The screens can be clicked through. Behind them, the model still has to grow up.',
  },
  {
    title: 'AI smartwatches',
    description:
      'A question asked with a raised wrist, and an answer short enough to read while you walk. It should outlast the day on one charge.',
    icon: 'watch',
    stage: 1,
    standing: 'Drawings, and a list of parts that we cannot afford yet.',
  },
  {
    title: 'AI devices',
    description:
      'A small thing for the kitchen shelf or the shop counter, for people who would rather talk than type.',
    icon: 'device',
    stage: 1,
    standing: 'A sketch. It waits until the assistant has something to say.',
  },
];

export const PRODUCTS_PAGE = {
  title: 'What lies on the workbench',
  lead: 'Four things are being made here. None of them is finished, and beside each one stands how far it really is.',
  /** Spec §2, exact. */
  soon: 'Coming Soon',
  stagesTitle: 'How far it is',
  /** The way of every product, in order. */
  stages: ['Sketch', 'Workbench', 'Trial', 'In your hands'],
  /** Said to screen readers after the stage that a product has reached. */
  here: 'it is here now',
  closing: {
    title: 'The first one to leave the bench will be the assistant.',
    text: 'What it will be able to do, and what it will cost, is written down already.',
    features: 'Read the features',
    pricing: 'See the prices',
  },
} as const;
