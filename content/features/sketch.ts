import { BRAND } from '#content/brand.ts';

/** One message of the sample conversation. `lang` is set if the message is not in the site's language. */
export type SketchTurn = {
  readonly by: 'visitor' | 'assistant';
  readonly lang?: 'hi';
  readonly words: string;
};

/**
 * The sample conversation on the home page and on `/coming-soon`. It shows what the assistant should be like, not what it can do
 * today. The build makes a font of the letters in its Hindi messages.
 */
export const SKETCH = {
  note: 'A sketch of what’s coming. Not live yet.',
  speakers: { visitor: 'You', assistant: BRAND.product },
  pause: 'Pause the conversation',
  play: 'Play the conversation',
  resume: 'Resume the conversation',
  replay: 'Play the conversation again',
  turns: [
    {
      by: 'visitor',
      lang: 'hi',
      words: 'राशन कार्ड में बेटी का नाम जुड़वाना है। कौन-से काग़ज़ लगेंगे?',
    },
    {
      by: 'assistant',
      lang: 'hi',
      words:
        'आम तौर पर तीन: बेटी का जन्म प्रमाण पत्र, उसका आधार कार्ड और घर का राशन कार्ड। राज्य के हिसाब से थोड़ा फ़र्क़ हो सकता है।',
    },
    {
      by: 'visitor',
      words: 'Will this month’s rice reach our ration shop by Friday?',
    },
    {
      by: 'assistant',
      words: 'I don’t know. Your ration shop would, and so would the toll-free ration helpline: 1967.',
    },
  ] satisfies readonly SketchTurn[],
} as const;
