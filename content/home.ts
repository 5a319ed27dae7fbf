import { BRAND } from './brand.ts';

/** The words of the home screen. */
export type HomeContent = {
  readonly hero: {
    /** What the product is, plainly, above the title. */
    readonly eyebrow: string;
    readonly title: string;
    readonly lead: string;
    readonly tryButton: string;
    readonly storyButton: string;
    readonly note: string;
    /** Names the field for the launch list. */
    readonly ask: string;
    /** What the picture shows, told to everyone: it is part of the story. */
    readonly caption: string;
  };
  readonly closing: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly note: string;
    /** Leads to the field for the launch list. */
    readonly onlyEmail: string;
    /** In place of text, button and note for who is signed in. */
    readonly signedIn: { readonly title: string; readonly text: string; readonly button: string };
  };
};

export const HOME: HomeContent = {
  hero: {
    eyebrow: 'An AI assistant made in India',
    title: BRAND.tagline,
    lead: `${BRAND.product} is an assistant that speaks plainly, costs little and keeps your words to itself.`,
    tryButton: `Try ${BRAND.product}`,
    storyButton: 'Our Story',
    note: 'No coding experience required.',
    ask: 'Launching soon. Leave your email to be the first to know.',
    caption: 'The lit window is where it began: one desk, and a founder of sixteen.',
  },
  closing: {
    title: 'Create a free account',
    text: 'The launch list is one email, on the day. With an account, you can also sign in at once that day. You can delete it at any time.',
    button: 'Get Started',
    note: 'An email address and a password. Nothing else.',
    onlyEmail: 'Or just join the launch list',
    signedIn: {
      title: 'Your account is ready',
      text: 'Sign in with it on launch day. Until then, you can fill in your profile.',
      button: 'View your profile',
    },
  },
};
