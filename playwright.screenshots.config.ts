import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The configuration for `npm run screenshots`, which takes pictures of the site with the settings of the journeys. */
const pictures: PlaywrightTestConfig = {
  ...tests,
  testDir: 'e2e/pictures',
  testMatch: '**/*.pictures.ts',
  reporter: 'line',
  use: { ...tests.use, deviceScaleFactor: 1 },
};
export default pictures;
