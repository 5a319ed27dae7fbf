import { BUILT_IN_PAGES } from './page-paths.ts';
import { FOOTER_GROUPS, SITE_PAGES } from './pages.ts';

export type NavigationLink = { readonly label: string; readonly to: string };
export type NavigationGroup = { readonly title: string; readonly links: readonly NavigationLink[] };

export const HEADER_LINKS: readonly NavigationLink[] = SITE_PAGES.flatMap(({ path, menus }) =>
  menus?.header ? [{ label: menus.header, to: path }] : [],
);

export const FOOTER_LINKS: readonly NavigationGroup[] = FOOTER_GROUPS.map((title) => ({
  title,
  links: SITE_PAGES.flatMap(({ path, menus }) =>
    menus?.footer?.group === title ? [{ label: menus.footer.label, to: path }] : [],
  ),
}));

export const LEGAL_LINKS: readonly NavigationLink[] = [
  ...SITE_PAGES.flatMap(({ path, menus }) => (menus?.legal ? [{ label: menus.legal, to: path }] : [])),
  { label: 'Your rights', to: BUILT_IN_PAGES.rights },
];
