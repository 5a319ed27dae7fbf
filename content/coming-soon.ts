import { BRAND } from './brand.ts';

/** What will stand behind /coming-soon (spec §2), each with a lantern that is not lit yet. */
export type ComingThing = { readonly title: string; readonly description: string };

export const COMING_SOON = {
  title: 'Coming soon, and you are early',
  lead: `${BRAND.product} cannot be tried yet. The lanterns are up, one for each thing that will be here, and we light them as the things are ready.`,
  /** Spec §2, exact. */
  community: 'Join Community',
  communityNote: 'That is where we say it first when one is lit.',
  things: {
    title: 'Five lanterns',
    list: [
      {
        title: 'Demo',
        description: 'Ask it something, here on this page, without an account.',
      },
      {
        title: 'Student program',
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
    title: 'What you can do while it is dark',
    list: [
      {
        title: 'Keep a place',
        description: 'A free account now, so that your name is there on the day the door opens.',
        page: 'auth',
      },
      {
        title: 'Read the story',
        description: 'How a sixteen-year-old came to start this, in ten chapters.',
        page: 'story',
      },
      {
        title: 'Lift the bonnet',
        description: 'Eight posts on the engineering: tokens, memory, measuring, privacy.',
        page: 'blog',
      },
    ],
  },
} as const;
