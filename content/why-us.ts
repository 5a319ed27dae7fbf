import type { PageName } from './page-paths.ts';

export type Reason = {
  readonly title: string;
  readonly content: string;
  /** How to check the reason. With `page`, the label is a link to that page. */
  readonly check: { readonly label: string; readonly page?: PageName };
};

export const WHY_US = {
  title: 'Why choose us',
  lead: 'Nobody should take a young company at its word. So each reason comes with a way to check it.',
  reasons: [
    {
      title: '200 rupees for a student',
      content:
        'Plans go from free to 1,000 rupees a month. They are priced for people here, and no plan’s price is hidden behind a sales call.',
      check: { label: 'Compare the plans', page: 'pricing' },
    },
    {
      title: 'Your words stay yours',
      content:
        'No advertising and no trackers. The pages you read load nothing from any other company, and what we count can’t be traced to you.',
      check: { label: 'Read what we collect', page: 'privacy' },
    },
    {
      title: 'A slow line will do',
      content:
        'One bar of signal, an older phone, a train between two towns: this is what we build for first. Fast lines will manage.',
      check: { label: 'Turn off JavaScript and reload: every word is still here.' },
    },
    {
      title: '“I don’t know” is an answer',
      content:
        'We’d rather hear the assistant say it than watch it guess. It will begin with Hindi and English, and show its source beside each claim.',
      check: { label: 'See a sketch of it', page: 'features' },
    },
    {
      title: 'People who write back',
      content:
        'We’re small. The person who reads your message is probably the person who will fix the problem.',
      check: { label: 'Write to us', page: 'contact' },
    },
  ],
} as const satisfies { title: string; lead: string; reasons: readonly Reason[] };
