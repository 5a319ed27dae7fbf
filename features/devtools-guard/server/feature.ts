import type { Feature } from '#server/feature.ts';
import { guardPages, guardSettings } from './settings.ts';

export const devtoolsGuard: Feature = {
  name: 'devtools-guard',
  lostWithout: 'Pages do not object to developer tools, and block no keys or menus.',
  settings: guardSettings,
  pages: guardPages,
};
