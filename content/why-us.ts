/** The why-choose-us block of the home screen (spec §1): each reason with a way to check it before believing it. */
export type Reason = {
  /** The few words that carry the reason when nothing else is read. */
  readonly title: string;
  readonly content: string;
  /** How to find out whether it is true. With a page, the words are a link to it. */
  readonly check: { readonly label: string; readonly page?: ReasonPage };
};

/** Keys of `PAGES` in `contract/paths.ts`. */
export type ReasonPage = 'pricing' | 'privacy' | 'blog' | 'contact' | 'features';

export const WHY_US = {
  title: 'Why choose us',
  lead: 'Nobody should take a young company at its word. So each reason comes with a way to check it.',
  reasons: [
    {
      title: '200 rupees for a student',
      content:
        'The plans begin at nothing and end at 1,000 rupees a month. They are priced here, for pockets here, and no price hides behind a call with sales.',
      check: { label: 'Compare the five plans', page: 'pricing' },
    },
    {
      title: 'Your words stay yours',
      content:
        'No advertising and no trackers. The pages you read load nothing from any other company, and what we count cannot be traced to you.',
      check: { label: 'Read what we collect', page: 'privacy' },
    },
    {
      title: 'A slow line will do',
      content:
        'One bar of signal, an older phone, a train between two towns: this is what we build for first. The fast ones manage.',
      check: { label: 'Switch JavaScript off and reload: every word is still here.' },
    },
    {
      title: '“I don’t know” is an answer',
      content:
        'We would rather hear the assistant say it than watch it guess. Hindi and English to begin with, and the source beside the claim.',
      check: { label: 'See a sketch of it', page: 'features' },
    },
    {
      title: 'Six people who write back',
      content:
        'We are small. The person who reads your message is likely to be the person who mends what it is about.',
      check: { label: 'Write to us', page: 'contact' },
    },
  ],
} as const satisfies { title: string; lead: string; reasons: readonly Reason[] };
