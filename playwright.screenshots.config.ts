import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The site as the journeys see it, to take its pictures: `npm run screenshots`. */
const pictures: PlaywrightTestConfig = {
  ...tests,
  testDir: 'e2e/pictures',
  testMatch: '**/*.pictures.ts',
  reporter: 'line',
  use: { ...tests.use, deviceScaleFactor: 1 },
};
export default pictures;
