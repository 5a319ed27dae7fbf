type ValueCard = { readonly title: string; readonly content: string };

/** The values on the home page. They have a separate file, because browsers need not load the words of this static part. */
export const VALUES = {
  title: 'Our values',
  lead: 'Three things we hold on to. They came before the first line of code, and they decide what we build next.',
  /** The cards in order. Each card shows the sun a little higher than the previous one. */
  cards: [
    {
      title: 'Innovation First',
      content:
        'We work where nobody has drawn a map. New ideas are tried early, measured honestly, and kept only if they help someone.',
    },
    {
      title: 'Faith-Driven',
      content:
        'Faith is getting up for a morning you can’t see yet. It carried this work from one desk to a team, and it asks us to build with care.',
    },
    {
      title: 'Accessible Tech',
      content:
        'The same light reaches every roof. We build for a modest phone on a slow line, in plain words, at a price a student can pay.',
    },
  ] satisfies readonly [ValueCard, ValueCard, ValueCard],
};
