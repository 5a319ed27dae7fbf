import { BRAND } from './brand.ts';

export const HOME = {
  hero: {
    /** The line above the title, which names the kind of product. */
    eyebrow: 'An AI assistant made in India',
    title: BRAND.tagline,
    lead: `${BRAND.product} is an assistant that speaks plainly, costs little and keeps your words to itself.`,
    tryButton: `Try ${BRAND.product} soon`,
    storyButton: 'Our Story',
    note: 'No coding experience required.',
    /** The link to the prices, shown if a plan is free. */
    free: 'The {name} plan will cost nothing.',
    ask: 'Launching soon. Leave your email to be the first to know.',
    caption: 'The lit window is where it began: one desk, and a founder of sixteen.',
  },
  closing: {
    title: 'Create a free account',
    text: 'Join the launch list for one email on launch day. Or create an account now, and sign in that day. You can delete it at any time.',
    button: 'Get Started',
    note: 'An email address and a password. Nothing else.',
    /** The link to the launch-list field, below the main button. */
    onlyEmail: 'Or just join the launch list',
    contact: 'Asking for a company? Write to us',
    /** Signed-in people see these words in place of text, button and note. */
    signedIn: {
      title: 'Your account is ready',
      text: 'Sign in with it on launch day. Until then, you can fill in your profile.',
      button: 'View your profile',
    },
  },
};
