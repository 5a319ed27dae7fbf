import { BRAND } from './brand.ts';

/** One of the eight promises, on the home page and on `/vision`. */
export type Promised = {
  readonly title: string;
  readonly content: string;
  readonly icon: VisionIcon;
  /** How we keep the promise, shown on `/vision` only. It must be true today. */
  readonly kept: string;
};

/** The icon of a promise, drawn in `pages/vision/vision-block.tsx`. */
export type VisionIcon = 'hands' | 'shield' | 'place' | 'rupee' | 'bug' | 'globe' | 'lock' | 'telescope';

/** The promises are in the order of docs/product.md, "Marketing pages". The drawing has one star for each promise. */
type Eight = readonly [Promised, Promised, Promised, Promised, Promised, Promised, Promised, Promised];

export const VISION = {
  title: 'Our eight promises',
  lead: 'What we hold ourselves to, drawn as eight stars to steer by.',
  more: 'How we keep each one',
  promises: [
    {
      title: 'Human-Centric',
      content: 'A person decides and the assistant helps. It asks before it acts, and gives its reasons.',
      icon: 'hands',
      kept: 'Every message sent through this site is read by a person. Nothing here is hidden to make you stay, and nothing counts down to make you hurry.',
    },
    {
      title: 'Secure and Reliable',
      content: 'Built as if an exam, a shop or a clinic depended on it. One day it may.',
      icon: 'shield',
      kept: 'Passwords are stored as Argon2id hashes. A new password ends every older session, and any email we promise you is stored before we say it’s on its way.',
    },
    {
      title: 'Made in India',
      content: 'Imagined and written in Kanpur, for the many ways this country asks a question.',
      icon: 'place',
      kept: `The company is in ${BRAND.address.locality}, and so is the desk where it began. Prices are in rupees, because that is what our neighbours earn.`,
    },
    {
      title: 'Affordable',
      content: 'Free to begin with, 200 rupees a month for students, 1,000 at most.',
      icon: 'rupee',
      kept: 'All prices are published before the first plan can be bought. A year costs 20% less than twelve months. Apart from the Student plan, that is the only discount.',
    },
    {
      title: 'Bug-Resilient',
      content: 'Things break. Ours should break in one small place, say so, and keep what you have written.',
      icon: 'bug',
      kept: 'Every change passes our tests in a real browser and on two databases before it goes out. A page that fails still says what you can do next.',
    },
    {
      title: 'Global Accessibility',
      content: 'A screen reader in Nairobi and a shared phone in Kanpur get the same assistant.',
      icon: 'globe',
      kept: 'We hold this site to WCAG 2.2, level AA. It works with the keyboard alone, on a screen 320 pixels wide and at 400% zoom, and it reads well without JavaScript.',
    },
    {
      title: 'Privacy First',
      content:
        'What you say is not for sale and not for show. We collect little, and delete it when you ask.',
      icon: 'lock',
      kept: 'No advertising, no trackers and, on the pages you read, no files from other companies’ servers. You can delete your account from your profile, and your record goes with it.',
    },
    {
      title: 'Future-Ready',
      content: 'Open formats and simple parts, so that a better idea can replace any one of them.',
      icon: 'telescope',
      kept: 'Sign-in, forms and the API of this site use published standards: OpenID Connect, HTTPS and JSON. Any one part can be replaced while the rest stays up.',
    },
  ] satisfies Eight,
};
