import { BRAND, SOCIAL_LINKS, type SocialLinkId } from './brand.ts';

/** A place to join (spec §2). It stands here exactly as long as its link stands in `SOCIAL_LINKS`. */
export type JoinCard = PlaceWords & { readonly icon: SocialLinkId; readonly href: string };

type PlaceWords = {
  readonly title: string;
  readonly description: string;
  /** How much to expect there, honestly. */
  readonly pace: string;
  readonly button: string;
};

export type BenefitCard = {
  readonly title: string;
  readonly description: string;
  readonly icon: BenefitIcon;
};

export type BenefitIcon = 'talk' | 'ties' | 'sprout';

/** Words for a link that was taken out of `SOCIAL_LINKS` may stay; a link without words does not compile. */
const PLACES = {
  twitter: {
    title: 'Twitter',
    description:
      'Short notes while we build: what works since yesterday, what broke, and a drawing now and then.',
    pace: 'A few posts in a good week. Silence in exam weeks.',
    button: 'Follow on Twitter',
  },
  telegram: {
    title: 'Telegram',
    description:
      'The room where people talk. Bring a question, a bug, or a sentence that the assistant should get right.',
    pace: 'Open all day. One of us is usually there in the evening, Indian time.',
    button: 'Join on Telegram',
  },
  whatsapp: {
    title: 'WhatsApp channel',
    description:
      'For those who want the news and nothing else. It goes one way: we write, you read, nobody pings you.',
    pace: 'Only when something is ready to try. Other followers do not see your number.',
    button: 'Follow on WhatsApp',
  },
} satisfies Readonly<Record<string, PlaceWords>>;

export type CommunityContent = {
  readonly page: { readonly title: string; readonly lead: string };
  readonly join: {
    readonly title: string;
    readonly lead: string;
    readonly cards: readonly JoinCard[];
    readonly note: string;
  };
  readonly benefits: {
    readonly title: string;
    readonly lead: string;
    readonly cards: readonly BenefitCard[];
  };
  readonly rules: { readonly title: string; readonly lead: string; readonly list: readonly string[] };
};

export const COMMUNITY: CommunityContent = {
  page: {
    title: 'There is room in the boat',
    lead: 'It is early, the river is calm, and we have kept you a place. Come and sit with us.',
  },
  join: {
    title: 'Three boats, three kinds of crossing',
    lead: 'Take the one that suits you. You can change boats, or get off, whenever you like.',
    cards: SOCIAL_LINKS.map(({ id, href }) => ({ ...PLACES[id], icon: id, href })),
    note: `These places belong to other companies, and their own privacy rules hold there. You need none of them to use ${BRAND.product}, and whatever matters appears on this site too.`,
  },
  benefits: {
    title: 'What people do here',
    lead: 'The community is young and still small enough for names to be remembered.',
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
          'Explain one thing a week to somebody who is a step behind you. You will find out what you know, and so will they.',
        icon: 'sprout',
      },
    ],
  },
  rules: {
    title: 'House rules, in four lines',
    lead: 'We remove what breaks them, and say why.',
    list: [
      'Be as kind as you would be on somebody’s roof.',
      'Hindi, English or both: nobody corrects grammar unasked.',
      'No selling, no politics, no screenshots of other people’s chats.',
      'Never post a password, a phone number or an answer sheet.',
    ],
  },
};
