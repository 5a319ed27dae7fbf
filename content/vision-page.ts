import { BRAND } from './brand.ts';
import type { NextStep } from './next-step.ts';

export const VISION_PAGE = {
  title: 'Eight promises',
  lead: `${BRAND.product} is still being built. These eight promises are already made, and they’ll still be here on the day it opens, so you can hold us to them.`,
  kept: {
    title: 'How we keep each promise',
    lead: 'A promise about tomorrow is only worth what someone does about it today. Here is what we do now, before there is an assistant to show.',
  },
  next: {
    title: 'Report a broken promise',
    text: 'Caught us breaking one? Tell us which, and where you saw it. We’ll fix it or take it off this page, and write to tell you what we did.',
    links: [
      { label: 'Tell us', page: 'contact' },
      { label: 'See the features', page: 'features' },
    ],
  },
} as const satisfies { next: NextStep } & Record<string, unknown>;
