import type { PlaywrightTestConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The configuration of `npm run screenshots`. The site has the same settings as in the browser tests. */
const pictures: PlaywrightTestConfig = {
  ...tests,
  testDir: 'e2e/pictures',
  testMatch: '**/*.pictures.ts',
  reporter: 'line',
  use: { ...tests.use, deviceScaleFactor: 1 },
};
export default pictures;
