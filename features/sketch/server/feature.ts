import type { Feature } from '#server/feature.ts';

export const sketch: Feature = {
  name: 'sketch',
  lostWithout: 'The home page and /coming-soon show no conversation.',
};
