type ValueCard = { readonly title: string; readonly content: string };

type ValuesContent = {
  readonly title: string;
  readonly lead: string;
  /** In the order of the morning: the sun stands higher on each card. */
  readonly cards: readonly [ValueCard, ValueCard, ValueCard];
};

/** The values on the home screen, in a file of their own because the browser loads none of its static blocks' words. */
export const VALUES: ValuesContent = {
  title: 'Our values',
  lead: 'Three things we hold on to. They came before the first line of code, and they decide what we build next.',
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
  ],
};
