import { BRAND } from './brand.ts';
import { PAGES } from './page-paths.ts';

/**
 * The pages of the site, in the order of the menus. A page without an entry here has no route, no links and no place in the
 * sitemap.
 */
export type SitePage = {
  /** `/about` is the file `pages/about/about.tsx`. Paths that code links to are in `PAGES`; other paths are written here. */
  readonly path: `/${string}`;
  /** The title in the browser tab, before the name of the product. On the home page the name comes first, and the tagline follows. */
  readonly title: string;
  /** The description for search engines, 50 to 160 characters. */
  readonly description: string;
  readonly menus?: {
    readonly header?: string;
    readonly footer?: { readonly group: FooterGroup; readonly label: string };
    readonly legal?: string;
  };
};

export const FOOTER_GROUPS = ['Platform', 'Resources', 'Company'] as const;
export type FooterGroup = (typeof FOOTER_GROUPS)[number];

export const SITE_PAGES: readonly SitePage[] = [
  {
    path: PAGES.home,
    title: BRAND.product,
    description: BRAND.description,
    menus: { header: 'Home' },
  },
  {
    path: PAGES.about,
    title: 'About us',
    description: `Who makes ${BRAND.product}, what we believe about machines that talk, and how a small team in Kanpur works.`,
    menus: { header: 'About', footer: { group: 'Company', label: 'About' } },
  },
  {
    path: PAGES.product,
    title: 'Products',
    description:
      'A large language model, an assistant, watches and devices: what we are building, and how far each one is.',
    menus: { header: 'Product', footer: { group: 'Platform', label: 'Product' } },
  },
  {
    path: PAGES.features,
    title: 'Features',
    description: `What ${BRAND.product} is being built to do, from bank-grade security to an API that a student can call.`,
    menus: { footer: { group: 'Platform', label: 'Features' } },
  },
  {
    path: PAGES.pricing,
    title: 'Pricing',
    description: 'Plans from 0 to 1,000 rupees a month, with a student plan at 200. All are coming soon.',
    menus: { header: 'Pricing', footer: { group: 'Platform', label: 'Pricing' } },
  },
  {
    path: PAGES.blog,
    title: 'Blog',
    description: 'Notes on the engineering behind a conversational AI: tokens, memory, measuring, privacy.',
    menus: { footer: { group: 'Resources', label: 'Blog' } },
  },
  {
    path: PAGES.community,
    title: 'Community',
    description: 'Meet others who are waiting for the launch, on Twitter, Telegram and a WhatsApp channel.',
    menus: { footer: { group: 'Resources', label: 'Community' } },
  },
  {
    path: PAGES.comingSoon,
    title: 'Coming soon',
    description:
      'The demo, the student programme, documentation, first steps and tutorials are on their way.',
    menus: { footer: { group: 'Resources', label: 'Coming soon' } },
  },
  {
    path: PAGES.story,
    title: 'Our story',
    description: `How a sixteen-year-old founder began ${BRAND.product}: ten chapters about faith, late nights and help.`,
    menus: { footer: { group: 'Company', label: 'Our story' } },
  },
  {
    path: PAGES.vision,
    title: 'Vision',
    description: 'Eight promises about the assistant we want to see in the world, and how we keep each one.',
    menus: { header: 'Vision', footer: { group: 'Company', label: 'Vision' } },
  },
  {
    path: PAGES.team,
    title: 'Team',
    description: `The people behind ${BRAND.product}, and what each of them looks after, in their own words.`,
    menus: { header: 'Team' },
  },
  {
    path: PAGES.contact,
    title: 'Contact',
    description: `Write to ${BRAND.company}: questions, press, partnerships. A person reads every message.`,
    menus: { footer: { group: 'Company', label: 'Contact' } },
  },
  {
    path: PAGES.feedback,
    title: 'Feedback',
    description:
      'Tell us what to build, what to fix and what to leave out. It takes a minute, and a person reads it.',
    menus: { footer: { group: 'Company', label: 'Feedback' } },
  },
  {
    path: PAGES.privacy,
    title: 'Privacy',
    description: 'What we collect, what we never collect, how we protect it, and who can see it.',
    menus: { legal: 'Privacy' },
  },
  {
    path: PAGES.terms,
    title: 'Terms',
    description: 'The terms for accounts, products, prices, returns and refunds, in plain words.',
    menus: { legal: 'Terms' },
  },
];
