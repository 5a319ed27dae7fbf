import { BRAND } from './brand.ts';

/** One of the six cards on the home page and on `/features`. */
export type Feature = {
  readonly title: string;
  readonly description: string;
  readonly icon: FeatureIcon;
  /** The picture on the card, drawn in `pages/features/features-block.tsx`. */
  readonly picture: FeaturePicture;
};

/** The icons are drawn in `pages/features/features-block.tsx`. */
export type FeatureIcon = 'spark' | 'building' | 'vault' | 'chart' | 'plug' | 'braces';

export type FeaturePicture = 'talk' | 'windows' | 'door' | 'week' | 'threads' | 'code';

export const FEATURES = {
  title: `What ${BRAND.product} will do`,
  lead: 'Six things the assistant will bring. It isn’t open yet, and what you see here are sketches.',
  more: 'What works today and what is coming',
  features: [
    {
      title: 'Cutting-Edge Technology',
      description:
        'It reads the whole question before it answers, looks up what it can, and tells you where its knowledge ends.',
      icon: 'spark',
      picture: 'talk',
    },
    {
      title: 'Enterprise Scalability',
      description: 'Built to grow from one desk to ten thousand. Add people, and nothing has to move.',
      icon: 'building',
      picture: 'windows',
    },
    {
      title: 'Bank-Grade Security',
      description: 'Encrypted all the way to the assistant. Access by role, and a log of every access.',
      icon: 'vault',
      picture: 'door',
    },
    {
      title: 'AI-Powered Insights',
      description: 'Your week at a glance: what you asked, and where you could save an hour.',
      icon: 'chart',
      picture: 'week',
    },
    {
      title: 'Integration',
      description:
        'It works with the tools you have: mail, calendar, documents, and your own systems over HTTPS.',
      icon: 'plug',
      picture: 'threads',
    },
    {
      title: 'Developer Friendly',
      description:
        'One address, JSON in, JSON out, and errors in full sentences. Your first answer should come before your tea goes cold.',
      icon: 'braces',
      picture: 'code',
    },
  ],
  /** A sample conversation, shown in the picture of the first feature card. */
  talk: {
    note: 'A sketch of a conversation',
    asked: { by: 'You', words: 'Is the chemistry lab open on Sunday?' },
    answered: {
      by: BRAND.product,
      words: 'I don’t know. The timetable you gave me ends on Friday. Shall I write to the lab and ask?',
    },
  },
  /** A code sample, shown in the picture of the last feature card. It is a preview: there is no API yet. */
  code: {
    note: 'A preview: the API isn’t open yet',
    sample: `const api = 'https://api.example.com/v1';
const reply = await fetch(\`\${api}/ask\`, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${key}\`,
  },
  body: JSON.stringify({
    question: 'Why is dawn red?',
    reader: 'ten years old',
  }),
});`,
  },
} as const satisfies {
  title: string;
  lead: string;
  more: string;
  features: readonly [Feature, Feature, Feature, Feature, Feature, Feature];
  talk: object;
  code: object;
};
