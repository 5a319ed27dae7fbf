/** What to do next, at the end of a page. The first link is the main one. Links to removed pages are left out. */
export type NextStep = {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly label: string; readonly page: NextPage }[];
};

/** Pages to which a next step may link. `auth` opens the sign-up form. */
export type NextPage =
  | 'auth'
  | 'blog'
  | 'comingSoon'
  | 'community'
  | 'contact'
  | 'features'
  | 'feedback'
  | 'pricing';
