import { BRAND, SOCIAL_LINKS } from './brand.ts';
import type { NextStep } from './next-step.ts';

type PlaceWords = {
  readonly title: string;
  readonly description: string;
  /** How busy the community's channel is. */
  readonly pace: string;
  readonly button: string;
};

type BenefitCard = {
  readonly title: string;
  readonly description: string;
  readonly icon: BenefitIcon;
};

export type BenefitIcon = 'talk' | 'ties' | 'sprout';

/**
 * Words for each link of `SOCIAL_LINKS`. If a link has no words, the code does not compile. Words for a removed link may stay.
 */
const PLACES = {
  twitter: {
    title: 'Twitter',
    description: 'Short notes while we build: what works now, what broke, and a drawing now and then.',
    pace: 'A few posts in a good week. Silence in exam weeks.',
    button: 'Follow on Twitter',
  },
  telegram: {
    title: 'Telegram',
    description:
      'The room where people talk. Bring a question, a bug, or a sentence that the assistant should get right.',
    pace: 'Open all day. One of us is usually there in the evening (IST).',
    button: 'Join on Telegram',
  },
  whatsapp: {
    title: 'WhatsApp channel',
    description:
      'For those who want the news and nothing else. It goes one way: we write, you read, nobody pings you.',
    pace: 'Only when something is ready to try. Other followers can’t see your number.',
    button: 'Follow on WhatsApp',
  },
} satisfies Readonly<Record<string, PlaceWords>>;

export const COMMUNITY = {
  page: {
    title: 'Join the community',
    lead: 'Meet others who are waiting for the launch. It’s early, the river is calm, and we’ve kept you a place.',
  },
  join: {
    title: 'Where to join',
    lead: 'Three places, each at its own pace. Take the one that suits you; you can change or leave whenever you like.',
    cards: SOCIAL_LINKS.map(({ id, href }) => ({ ...PLACES[id], icon: id, href })),
    note: `These places belong to other companies, and their privacy rules apply there. You don’t need any of them to use ${BRAND.product}, and anything important appears on this site too.`,
  },
  benefits: {
    title: 'What people do here',
    lead: 'The community is young, and still small enough to remember everyone’s name.',
    cards: [
      {
        title: 'Discuss',
        description:
          'Ask why we decided something and tell us where we are wrong. A good argument can still change what we build.',
        icon: 'talk',
      },
      {
        title: 'Network',
        description:
          'Find the other student in your city who is training a model on a borrowed laptop, or the engineer who did it ten years ago.',
        icon: 'ties',
      },
      {
        title: 'Grow',
        description:
          'Explain one thing a week to someone who is a step behind you. You’ll both learn something.',
        icon: 'sprout',
      },
    ] satisfies readonly BenefitCard[],
  },
  rules: {
    title: 'Community rules',
    lead: 'We remove posts that break them, and say why.',
    list: [
      'Be as kind as you would be in someone’s home.',
      'Hindi, English or both: nobody corrects grammar unasked.',
      'No selling, no politics, no screenshots of other people’s chats.',
      'Never post a password, a phone number or an answer sheet.',
    ],
  },
  next: {
    title: 'Create a free account',
    text: 'With it, you can sign in on launch day. All you need is an email address and a password.',
    links: [
      { label: 'Create an account', page: 'auth' },
      { label: 'Send feedback', page: 'feedback' },
    ],
  } satisfies NextStep,
};
