import { expect, test } from 'vitest';
import { settingsOf } from '#server/testing/settings-of.ts';
import { socialPages } from './settings.ts';

const PUBLIC = { SITE_ORIGIN: 'https://site.test', SMTP_URL: 'smtp://mail:25' };
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden' };

test.each([
  [
    'a developer’s site offers all, with a notice that none is set up',
    {},
    ['google', 'github'],
    ' data-no-providers',
  ],
  ['a developer’s site with one set up offers all, without that notice', GOOGLE, ['google', 'github'], ''],
  [
    'a public site offers only those that are set up',
    { ...PUBLIC, ...GOOGLE },
    ['google'],
    ' data-without="github"',
  ],
  ['a public site without any offers none', PUBLIC, [], ' data-without="google github" data-no-providers'],
])(
  'the settings decide which providers are offered, and how the HTML shows that before scripts run: %s',
  (_, env, offeredProviders, attributes) => {
    expect(socialPages(settingsOf(env))).toMatchObject({ publicSettings: { offeredProviders }, attributes });
  },
);
