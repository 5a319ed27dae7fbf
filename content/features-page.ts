import { BRAND } from './brand.ts';

/** What a person can use now, or will be able to. With a page, the title is a link to it. */
export type Item = { readonly title: string; readonly text: string; readonly page?: ItemPage };

/** Keys of `PAGES` in `contract/paths.ts`. */
export type ItemPage = 'auth' | 'contact' | 'privacy' | 'product' | 'pricing' | 'comingSoon';

/** The words of `/features` around its six features, which are in `content/features.ts`. */
export const FEATURES_PAGE: {
  readonly title: string;
  readonly lead: string;
  readonly horizon: {
    readonly title: string;
    readonly lead: string;
    readonly today: { readonly title: string; readonly items: readonly Item[] };
    readonly coming: { readonly title: string; readonly items: readonly Item[] };
  };
} = {
  title: 'A bridge, half built',
  lead: `Some of ${BRAND.product} already carries weight, and some of it is rope and drawings. This page keeps the two apart.`,
  horizon: {
    title: 'What works today, what is coming',
    lead: 'Everything above the line can be used now. Below it, nothing has a date yet, because a date that we could not keep would help nobody.',
    today: {
      title: 'Above the horizon',
      items: [
        {
          title: 'An account of your own',
          text: 'Sign up with an email address, confirm it, reset the password when it is lost.',
          page: 'auth',
        },
        {
          title: 'A profile you control',
          text: 'Change your details, see your own numbers, and delete all of it in one step.',
        },
        {
          title: 'Letters to a person',
          text: 'Two forms, for questions and for feedback. They work without JavaScript, too.',
          page: 'contact',
        },
        {
          title: 'A site that does not watch',
          text: 'No advertising, no trackers, no cookie for counting visits.',
          page: 'privacy',
        },
      ],
    },
    coming: {
      title: 'Below it, for now',
      items: [
        {
          title: 'The assistant',
          text: 'In the making, and not to be tried before it can say “I don’t know”.',
          page: 'comingSoon',
        },
        {
          title: 'The API and its documents',
          text: 'The sample above shows the shape that we are after. It may still change.',
          page: 'comingSoon',
        },
        {
          title: 'Five plans',
          text: 'Priced and published. None of them can be bought yet.',
          page: 'pricing',
        },
        {
          title: 'Watches and devices',
          text: 'Drawings on a wall in Kanpur, and honest about it.',
          page: 'product',
        },
      ],
    },
  },
};
