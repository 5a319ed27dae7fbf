import { BRAND } from './brand.ts';
import { countWordFirst } from './count-words.ts';
import type { PageName } from './page-paths.ts';
import { TEAM } from './team.ts';

/**
 * A fact about the company, shown as a term with a value. If `email` is true, the value is an email address and becomes a mail
 * link.
 */
type Fact = { readonly term: string; readonly value: string; readonly email?: boolean };

type Onward = { readonly to: PageName; readonly label: string; readonly text: string };

const { locality: city, region: state, country } = BRAND.address;

export const ABOUT = {
  page: {
    title: 'A small company, up early',
    lead: `${BRAND.company} makes ${BRAND.product}, from a few desks in ${city}. Here is who we are, while you can still count us.`,
  },
  statement: 'We want the person with the oldest phone in the room to get an answer as good as anyone’s.',
  statementText: [
    `${BRAND.product} is a conversational AI: you ask in your own words, and it answers in plain ones. The people who make it will also answer your email about it.`,
    'You can’t use it yet. What you see today is this site and the accounts behind it, which we built first because everything else rests on them.',
  ],
  facts: {
    title: 'Facts',
    list: [
      { term: 'Founded', value: `${BRAND.foundedYear}, by a founder who began at sixteen` },
      { term: 'Based in', value: `${city}, ${state}, ${country}` },
      ...(TEAM.members.length === 0
        ? []
        : [{ term: 'People', value: `${countWordFirst(TEAM.members.length)}, all on the team page` }]),
      { term: 'Product', value: `${BRAND.product}, coming soon` },
      { term: 'Income', value: 'Subscriptions, once there are any' },
      { term: 'Write to', value: BRAND.contactEmail, email: true },
    ] satisfies readonly Fact[],
  },
  beliefs: {
    title: 'What we believe',
    lead: 'Five convictions about machines that talk, and what each asks of us.',
    list: [
      {
        title: 'Faith-driven',
        text: 'We work towards a morning we can’t see yet, and build the hidden parts as carefully as the visible ones. It is a way of working. You don’t have to share it to use what we make.',
      },
      {
        title: 'Accessible',
        text: 'A screen reader, a cracked display, a slow line, a first-time user: each of them is the normal case. What doesn’t work for them isn’t finished.',
      },
      {
        title: 'Affordable',
        text: 'One plan will cost nothing, and students get a price of their own. Prices are in rupees, shown before you sign up, and the same for everyone on the same plan.',
      },
      {
        title: 'Secure',
        text: 'We assume that someone will try the lock. Passwords are stored so that we can’t read them, and when you delete your account, it is gone from our tables.',
      },
      {
        title: 'Privacy-first',
        text: 'The safest record is one that was never made. No advertising cookies, no trackers from other companies, and no record of which IP address read what.',
      },
    ],
  },
  plainly: [
    {
      title: 'How small we are',
      text: [
        'All of us fit on one page of this site. There is no office with our name on the door, and no investors to announce. When one of us has an exam or a wedding, things take longer, and we say so.',
        'Being small has its uses. The person who reads your complaint can often fix what caused it.',
      ],
    },
    {
      title: 'How we pay the bills',
      text: [
        'At the moment, out of our own pockets. When the assistant comes out, people who want more than the free plan will pay a monthly or yearly subscription, and that is the whole business.',
        'There are no advertisements, and there will be none inside an answer. We don’t sell what you write, or what we could guess from it. If subscriptions can’t support the company, we’ll tell you before we look for anything else.',
      ],
    },
  ],
  onward: {
    title: 'Read next',
    links: [
      { to: 'story', label: 'Our story', text: 'How one long night began with a cousin’s homework.' },
      {
        to: 'team',
        label: 'The team',
        text: 'A kite for each of us, and the people who hold the strings.',
      },
      { to: 'vision', label: 'The vision', text: 'Eight promises about the assistant we want to see.' },
    ] satisfies readonly Onward[],
  },
};
