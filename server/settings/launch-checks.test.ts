import { expect, it } from 'vitest';
import { FEATURES } from '#server/features.ts';
import { checkLaunch } from './launch-checks.ts';
import { readSettings } from './settings.ts';

const READY = {
  SITE_ORIGIN: 'https://www.tuesday.dev',
  SMTP_URL: 'smtps://user:secret@mail.tuesday.dev:465',
  MAIL_FROM: 'Tuesday AI <hello@tuesday.dev>',
  FORM_NOTIFY_TO: 'desk@tuesday.dev',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  TRUSTED_PROXIES: '10.0.0.1',
};

function problemsOf(env: Record<string, string>, content: Record<string, unknown> = {}) {
  return checkLaunch(FEATURES, env, readSettings(env, FEATURES), content, []);
}
const blocking = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args).flatMap(({ weight, where }) => (weight === 'blocks' ? where : []));
const advised = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args).flatMap(({ weight, where }) => (weight === 'advice' ? where : []));

const HOSTED = {
  FORM_ENDPOINT: 'https://forms.tuesday.dev',
  FORM_CONTACT_KEY: 'xyzabc',
  FORM_FEEDBACK_KEY: 'xyzabd',
};
const LIVE = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_SECRET_KEY: 'sk_live_1' };
const TEST = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SECRET_KEY: 'sk_test_1' };
const ON_POSTGRES = { DATABASE_URL: 'postgres://localhost/site', REDIS_URL: 'redis://localhost' };

/** The privacy page names the host of `HOSTED`. */
const NAMED = { 'content/privacy.ts': { PRIVACY_CARDS: ['They go to Forms Ltd (forms.tuesday.dev).'] } };

it('the checks before a launch name every setting that a fresh clone lacks', () => {
  expect(blocking({})).toEqual(['SITE_ORIGIN', 'SMTP_URL', 'MAIL_FROM']);
});

it.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
  ['nothing else', {}, [], []],
  ['an address without https', { SITE_ORIGIN: 'http://www.tuesday.dev' }, ['SITE_ORIGIN'], []],
  ['a local address', { SITE_ORIGIN: 'https://localhost:3000' }, ['SITE_ORIGIN'], []],
  ['a sample address', { SITE_ORIGIN: 'https://www.example.com' }, ['SITE_ORIGIN'], []],
  ['no sender', { MAIL_FROM: ' ' }, ['MAIL_FROM'], []],
  ['a sample sender', { MAIL_FROM: 'Tuesday AI <no-reply@example.com>' }, ['MAIL_FROM'], []],
  ['a sample recipient', { FORM_NOTIFY_TO: 'desk@example.com' }, ['FORM_NOTIFY_TO'], []],
  ['messages that the brand’s address gets', { FORM_NOTIFY_TO: '' }, [], ['FORM_NOTIFY_TO']],
  ['a hosted form service', { ...HOSTED, FORM_NOTIFY_TO: '' }, [], []],
  ['a local form service', { ...HOSTED, FORM_ENDPOINT: 'http://localhost:4000' }, ['FORM_ENDPOINT'], []],
  ['a sample form service', { ...HOSTED, FORM_ENDPOINT: 'https://f.example.com' }, ['FORM_ENDPOINT'], []],
  ['records on a named host', { PRODUCT_API_URL: 'https://forms.tuesday.dev' }, [], []],
  ['records on another host', { PRODUCT_API_URL: 'https://api.tuesday.dev' }, ['PRODUCT_API_URL'], []],
  ['records on a sample host', { PRODUCT_API_URL: 'https://api.example.com' }, ['PRODUCT_API_URL'], []],
  ['card payments', LIVE, [], []],
  ['card payments without a secret key', { ...LIVE, STRIPE_SECRET_KEY: '' }, [], ['STRIPE_SECRET_KEY']],
  ['card payments of a form service', { ...HOSTED, ...LIVE, STRIPE_SECRET_KEY: '' }, [], []],
  ['a needless secret key', { ...HOSTED, ...LIVE }, [], ['STRIPE_SECRET_KEY']],
  ['Stripe test keys', TEST, [], ['STRIPE_PUBLISHABLE_KEY']],
  [
    'test and live keys',
    { ...TEST, STRIPE_SECRET_KEY: 'rk_live_1' },
    ['STRIPE_SECRET_KEY'],
    ['STRIPE_PUBLISHABLE_KEY'],
  ],
  [
    'an invalid and two missing settings',
    { ...ON_POSTGRES, PORT: 'x', SMTP_URL: '' },
    ['PORT', 'AUTH_SECRET', 'SMTP_URL'],
    [],
  ],
  ['one setting that is missing twice', ON_POSTGRES, ['AUTH_SECRET'], []],
])(
  'for a site that is ready except for %s (%j), the launch is blocked by %j, and there is advice about %j',
  (_, changes, blocks, advice) => {
    expect(blocking({ ...READY, ...changes }, NAMED)).toEqual(blocks);
    expect(advised({ ...READY, ...changes }, NAMED)).toEqual(advice);
  },
);

it.each([
  ['smtp://user:secret@mail.tuesday.dev:587', ['SMTP_URL']],
  ['smtp://user:secret@mail.tuesday.dev:587?requireTLS=true', []],
  ['smtp://127.0.0.1:25', []],
  ['smtp://[::1]:25', []],
])(
  '[V12.3.1-3] with the SMTP_URL %s, the launch checks give advice about unencrypted mail for the settings %j',
  (SMTP_URL, settings) => {
    expect(advised({ ...READY, SMTP_URL })).toEqual(settings);
  },
);

it('[P-003] a hosted form service blocks the launch until the privacy page names it', () => {
  expect(blocking({ ...READY, ...HOSTED })).toEqual(['FORM_ENDPOINT']);
});

it('[V11.4.4] an accepted secret that is too short blocks the launch, and a secret listed twice causes a warning', () => {
  const [one, other] = ['o'.repeat(32), 'p'.repeat(32)];
  for (const AUTH_SECRET_ACCEPTED of ['short', `${one},short`])
    expect(blocking({ ...READY, AUTH_SECRET_ACCEPTED })).toEqual(['AUTH_SECRET_ACCEPTED']);
  const adviceFor = (AUTH_SECRET: string, AUTH_SECRET_ACCEPTED: string) =>
    advised({ ...READY, AUTH_SECRET, AUTH_SECRET_ACCEPTED });
  expect(adviceFor(one, other)).toEqual([]);
  expect(adviceFor('', one)).toEqual([]);
  expect(adviceFor(one, `${other}, ${one}`)).toEqual(['AUTH_SECRET_ACCEPTED']);
  expect(adviceFor('', `${one},${one}`)).toEqual(['AUTH_SECRET_ACCEPTED']);
});

it('each sample value of the content is reported once, with its file and its path in the file', () => {
  const content = {
    'content/brand.ts': {
      BRAND: { email: 'hello@example.com', year: 2024, name: 'Tuesday', business: 'Labs (sample name)' },
      // This address only ends like the address of the brand, so it is another sample.
      OTHER: 'say-hello@example.com',
      LINKS: [{ href: 'https://real.dev' }, { href: 'https://chat.example.com/tuesday' }],
    },
    'content/mails.ts': {
      // A sentence that contains another sample is not reported again, and neither is a value of the brand.
      NOTE: 'Write to hello@example.com.',
      OTHER: 'Write to help@example.com.',
      FACTS: ['hello@example.com', 'desk@example.com'],
    },
  };
  expect(blocking(READY, content)).toEqual([
    ...['BRAND.email', 'BRAND.business', 'OTHER', 'LINKS[1].href'].map(
      (place) => `content/brand.ts ${place}`,
    ),
    ...['OTHER', 'FACTS[1]'].map((place) => `content/mails.ts ${place}`),
  ]);
});

it('a grievance officer without a name, a role or a whole address blocks the launch', () => {
  const officer = { name: 'Asha Verma', role: 'Grievance Officer', email: 'grievances@tuesday.dev' };
  const blockedBy = (wrong: object) =>
    blocking(READY, { 'content/brand.ts': { GRIEVANCE_OFFICER: { ...officer, ...wrong } } });
  expect(blockedBy({})).toEqual([]);
  for (const wrong of [{ name: ' ' }, { role: '' }, { email: 'nobody' }])
    expect(blockedBy(wrong)).toEqual(['content/brand.ts GRIEVANCE_OFFICER']);
});

it('a content entry marked with sample: true is reported once, and the report quotes its first text', () => {
  const PEOPLE = [
    { name: 'A. Person', mail: 'a@example.com', sample: true },
    { name: 'Someone Real', sample: false },
  ];
  const STORY = { sample: true, page: { title: 'How it began' } };
  const problems = problemsOf(READY, { 'content/people.ts': { PEOPLE, STORY, EMPTY: { sample: true } } });
  for (const { fix } of problems)
    expect(fix).toBe('write your own in content/people.ts, with `sample: false`');
  expect(problems.map(({ where, problem }) => `${where} ${problem}`)).toEqual([
    'content/people.ts PEOPLE[0] is still the sample “A. Person”',
    'content/people.ts STORY is still the sample “How it began”',
    'content/people.ts EMPTY is still the sample “sample”',
  ]);
});

it('a content text is reported as a sample if it contains a reserved host name such as example.org', () => {
  const samples = [
    'hello@sub.example.org',
    'https://tuesday.example',
    'see tuesday.test/page',
    'EXAMPLE.NET',
  ];
  const others = [
    'for example. Communities',
    'my-example.com',
    'latest.testing.dev',
    'like name@example.com.',
  ];
  const isReported = (TEXT: string) => blocking(READY, { 'content/a.ts': { TEXT } }).length > 0;
  expect([...samples, ...others].filter(isReported)).toEqual(samples);
});
