import type { Feature } from '#server/feature.ts';

export const particles: Feature = {
  name: 'particles',
  lostWithout: 'Nothing moves behind the pages that have particles.',
};
