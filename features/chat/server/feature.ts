import type { Feature } from '#server/feature.ts';

export const chat: Feature = {
  name: 'chat',
  lostWithout: 'No button on every page leads to the help chat.',
};
