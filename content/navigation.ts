/** The links of header and footer (spec §2). A page's path is written here as text; a test holds it against the routes. */
export type NavigationLink = { readonly label: string; readonly to: string };
export type NavigationGroup = { readonly title: string; readonly links: readonly NavigationLink[] };

export const HEADER_LINKS: readonly NavigationLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'Product', to: '/product' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Vision', to: '/vision' },
  { label: 'Team', to: '/team' },
];

export const FOOTER_GROUPS: readonly NavigationGroup[] = [
  {
    title: 'Platform',
    links: [
      { label: 'Products', to: '/product' },
      { label: 'Features', to: '/features' },
      { label: 'Pricing', to: '/pricing' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Blog', to: '/blog' },
      { label: 'Community', to: '/community' },
      { label: 'Documentation', to: '/coming-soon' },
      { label: 'License', to: '/license' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: '/about' },
      { label: 'Our story', to: '/story' },
      { label: 'Vision', to: '/vision' },
      { label: 'Contact', to: '/contact' },
      { label: 'Feedback', to: '/feedback' },
    ],
  },
];

export const LEGAL_LINKS: readonly NavigationLink[] = [
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
  { label: 'Cookie', to: '/cookie-policy' },
];
