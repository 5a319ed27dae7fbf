import { BRAND } from './brand.ts';

/** A product or service announced on `/coming-soon`. */
export type ComingThing = { readonly title: string; readonly description: string };

export const COMING_SOON = {
  title: 'Not open yet',
  lead: `You’re early: you can’t try ${BRAND.product} today. Here’s how we want it to talk.`,
  ask: 'Leave your email, and we’ll write once, on the day it opens.',
  /** docs/product.md, "Marketing pages", prescribes this label. */
  community: 'Join Community',
  communityNote: 'For news and questions until then.',
  things: {
    title: 'What’s coming',
    list: [
      {
        title: 'Demo',
        description: 'Ask it something, here on this page, without an account.',
      },
      {
        title: 'Student programme',
        description: 'The student price, and help for clubs and classrooms that want to build with it.',
      },
      {
        title: 'Documentation',
        description: 'Every call and every limit, with examples that run when you paste them.',
      },
      {
        title: 'Getting started',
        description: 'From the first sign-in to the first useful answer, on one screen.',
      },
      {
        title: 'Tutorials',
        description: 'Small things worth making in an evening, explained from the beginning.',
      },
    ] satisfies readonly ComingThing[],
  },
  meanwhile: {
    title: 'What you can do today',
    list: [
      {
        title: 'Create an account',
        description: 'With a free account, you can sign in on launch day.',
        page: 'auth',
      },
      {
        title: 'Read our story',
        description: 'How a sixteen-year-old came to start this, in ten chapters.',
        page: 'story',
      },
      {
        title: 'See how it works',
        description: 'Posts on tokens, memory, evaluation and privacy.',
        page: 'blog',
      },
    ],
  },
} as const;
