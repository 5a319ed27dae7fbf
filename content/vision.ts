/** The vision: eight promises (spec §1), on the home screen and on `/vision`. */
export type Promised = {
  readonly title: string;
  readonly content: string;
  readonly icon: VisionIcon;
  /** What we do about it already. Shown on `/vision` only, and true today: it does not speak of plans. */
  readonly kept: string;
};

/** Drawn in `web/pages/vision/vision-icons.ts`. */
export type VisionIcon = 'hands' | 'shield' | 'place' | 'rupee' | 'bug' | 'globe' | 'lock' | 'telescope';

/** In the order of the spec. The drawing has a star for each of eight; another number needs another drawing. */
type Eight = readonly [Promised, Promised, Promised, Promised, Promised, Promised, Promised, Promised];

export const VISION: {
  readonly title: string;
  readonly lead: string;
  /** Leads from the home screen to the page. */
  readonly more: string;
  readonly promises: Eight;
} = {
  title: 'Eight stars to steer by',
  lead: 'Before the sun is up you need something that stays in its place. These eight do.',
  more: 'How each one is kept',
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
      kept: 'Passwords are kept as Argon2id hashes. A new password ends every older session, and a mail we promise you is stored before we say that it is on its way.',
    },
    {
      title: 'Made in India',
      content: 'Thought of and written in Kanpur, for the many ways in which this country asks a question.',
      icon: 'place',
      kept: 'The company is in Kanpur Nagar, and so is the desk on which it began. Prices are in rupees, because that is what our first neighbours earn.',
    },
    {
      title: 'Affordable',
      content: 'Nothing to begin with, 200 rupees a month for a student, 1,000 at the most.',
      icon: 'rupee',
      kept: 'All five prices are published before the first plan can be bought. A year costs a fifth less than twelve months, and that is the only discount there is.',
    },
    {
      title: 'Bug-Resilient',
      content: 'Things break. Ours should break in one small place, say so, and keep what you had written.',
      icon: 'bug',
      kept: 'A change goes out after it has passed our tests in a real browser and on two databases. A page that fails still says what you can do next.',
    },
    {
      title: 'Global Accessibility',
      content: 'A screen reader in Nairobi and a shared phone in Kanpur get the same assistant.',
      icon: 'globe',
      kept: 'We hold this site to WCAG 2.2, level AA. It works by keyboard alone, on a screen of 320 pixels, at four times its size, and it reads well without JavaScript.',
    },
    {
      title: 'Privacy First',
      content: 'What you say is not for sale and not for show. We gather little and forget it when asked.',
      icon: 'lock',
      kept: 'No advertising, no trackers, and on the pages you read no file from another company’s computer. You can delete your account from your own profile, and your record goes with it.',
    },
    {
      title: 'Future-Ready',
      content: 'Open formats and plain parts, so that a better idea can move in without a new house.',
      icon: 'telescope',
      kept: 'Signing in, forms and programs speak published standards here: OpenID Connect, plain HTTPS and JSON. Any one part can be replaced while the rest stays up.',
    },
  ],
};
