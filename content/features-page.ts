import { BRAND } from './brand.ts';
import type { NextStep } from './next-step.ts';
import type { PageName } from './page-paths.ts';

/** Something people can use, now or later. With `page`, the title links to that page. */
export type Item = { readonly title: string; readonly text: string; readonly page?: PageName };

/** Words around the six cards of `content/feature-cards.ts`. */
export const FEATURES_PAGE = {
  title: 'What works today, and what’s coming',
  lead: `Accounts and forms work today; ${BRAND.product} itself is still being built. This page keeps the two apart.`,
  horizon: {
    title: 'Today and later',
    lead: 'You can use everything under “Available today” now. What is coming later has no date yet, because a date we couldn’t keep would help nobody.',
    today: {
      title: 'Available today',
      items: [
        {
          title: 'An account of your own',
          text: 'Sign up with an email address, confirm it, and reset your password if you lose it.',
          page: 'auth',
        },
        {
          title: 'A profile you control',
          text: 'Change your details, see your own numbers, and delete everything in one step.',
        },
        {
          title: 'Talk to a person',
          text: 'Two forms, for questions and for feedback. They work without JavaScript too.',
          page: 'contact',
        },
        {
          title: 'No tracking',
          text: 'No advertising, no trackers, no cookie for counting visits.',
          page: 'privacy',
        },
      ] satisfies readonly Item[],
    },
    coming: {
      title: 'Coming later',
      items: [
        {
          title: 'The assistant',
          text: 'In the making: you can try it once it can say “I don’t know”.',
          page: 'comingSoon',
        },
        {
          title: 'The API and its documentation',
          text: 'The sample above shows what we’re aiming for. It may still change.',
          page: 'comingSoon',
        },
        {
          title: 'The plans',
          text: 'Priced and published. None of them can be bought yet.',
          page: 'pricing',
        },
        {
          title: 'Watches and devices',
          text: 'For now, just drawings on a wall in Kanpur.',
          page: 'product',
        },
      ] satisfies readonly Item[],
    },
  },
  next: {
    title: 'See what it will cost',
    text: 'Prices are published, from free to 1,000 rupees a month.',
    links: [
      { label: 'See pricing', page: 'pricing' },
      { label: 'Create an account', page: 'auth' },
    ],
  } satisfies NextStep,
};
