/** The end of a page: what to do next. The first link is the one to take; links to removed pages are left out. */
export type NextStep = {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly page: NextPage }[];
};

/** Keys of `PAGES` in `contract/paths.ts`. `auth` opens the form for a new account. */
export type NextPage =
  | 'auth'
  | 'blog'
  | 'comingSoon'
  | 'community'
  | 'contact'
  | 'features'
  | 'feedback'
  | 'pricing';
