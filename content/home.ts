import { BRAND } from './brand.ts';

/** The words of the home screen (spec §2). */
export type HomeContent = {
  readonly hero: {
    readonly title: string;
    readonly lead: string;
    readonly tryButton: string;
    readonly storyButton: string;
    readonly note: string;
    /** What the picture shows, told to everyone: it is part of the story. */
    readonly caption: string;
  };
  readonly values: {
    readonly title: string;
    readonly lead: string;
    /** In the order of the morning: the sun stands higher on each card. */
    readonly cards: readonly [ValueCard, ValueCard, ValueCard];
  };
  readonly closing: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly note: string;
  };
};

export type ValueCard = { readonly title: string; readonly content: string };

export const HOME: HomeContent = {
  hero: {
    title: BRAND.tagline,
    lead: `${BRAND.product} is an assistant that speaks plainly, costs little and keeps your words to itself. It is not awake yet. Come and watch it rise.`,
    tryButton: `Try ${BRAND.product}`,
    storyButton: 'Our Story',
    note: 'No coding experience required.',
    caption:
      'The one lit window is where it started: a desk, a founder of sixteen, and the hours before the sun.',
  },
  values: {
    title: 'Three things we hold on to',
    lead: 'They were there before the first line of code, and they decide what we build next.',
    cards: [
      {
        title: 'Innovation First',
        content:
          'We start in the dark, where nobody has drawn a map. New ideas get tried early, measured honestly, and kept only when they help someone.',
      },
      {
        title: 'Faith-Driven',
        content:
          'Faith is getting up for a morning you cannot see yet. It carried this work from one desk to a team, and it asks us to build with care.',
      },
      {
        title: 'Accessible Tech',
        content:
          'The same light reaches every roof. We build for a modest phone on a slow line, in plain words, at a price that a student can pay.',
      },
    ],
  },
  closing: {
    title: 'Be here when it wakes up.',
    text: 'Create an account now, and your place is kept for the day the assistant opens its eyes. It is free, and yours to delete at any time.',
    button: 'Get Started',
    note: 'An email address and a password. Nothing else.',
  },
};
