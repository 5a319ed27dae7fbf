import { BRAND } from './brand.ts';

export type HomeContent = {
  readonly hero: {
    /** Says what the product is, above the title. */
    readonly eyebrow: string;
    readonly title: string;
    readonly lead: string;
    readonly tryButton: string;
    readonly storyButton: string;
    readonly note: string;
    /** The label of the launch-list field. */
    readonly ask: string;
    /** The visible description of the picture. */
    readonly caption: string;
  };
  readonly closing: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly note: string;
    /** The link to the launch-list field. */
    readonly onlyEmail: string;
    /** Replaces text, button and note for people who are signed in. */
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
    text: 'Join the launch list for one email on the day, or create an account now and sign in that day. You can delete it at any time.',
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
