import { describe, expect, it } from 'vitest';
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
const namedWith =
  (wanted: 'blocks' | 'advice') =>
  (...args: Parameters<typeof problemsOf>) =>
    problemsOf(...args).flatMap(({ weight, where }) => (weight === wanted ? where : []));
const [blocking, advised] = [namedWith('blocks'), namedWith('advice')];

it('the checks before a launch report nothing for an installation that is ready', () => {
  expect(problemsOf(READY, { 'content/brand.ts': { BRAND: { email: 'hello@tuesday.dev' } } })).toEqual([]);
});

it('the checks before a launch name every setting that a fresh clone lacks', () => {
  expect(blocking({})).toEqual(['SITE_ORIGIN', 'SMTP_URL', 'MAIL_FROM']);
});

it.each([
  ['SITE_ORIGIN', 'http://www.tuesday.dev'],
  ['SITE_ORIGIN', 'https://localhost:3000'],
  ['SITE_ORIGIN', 'https://www.example.com'],
  ['MAIL_FROM', ' '],
  ['MAIL_FROM', 'Tuesday AI <no-reply@example.com>'],
  ['FORM_NOTIFY_TO', 'desk@example.com'],
])('the %s “%s” blocks the launch', (name, value) => {
  expect(blocking({ ...READY, [name]: value })).toEqual([name]);
});

it.each([
  ['smtp://user:secret@mail.tuesday.dev:587', ['SMTP_URL']],
  ['smtp://user:secret@mail.tuesday.dev:587?requireTLS=true', []],
  ['smtp://127.0.0.1:25', []],
  ['smtp://[::1]:25', []],
])(
  '[V12.3.1-3] with the SMTP_URL %s, advice about unencrypted mail is given for these settings: %j',
  (SMTP_URL, named) => {
    expect(advised({ ...READY, SMTP_URL })).toEqual(named);
  },
);

describe('the checks before a launch, for forms and settings,', () => {
  const HOSTED = {
    ...READY,
    FORM_ENDPOINT: 'https://forms.tuesday.dev',
    FORM_CONTACT_KEY: 'xyzabc',
    FORM_FEEDBACK_KEY: 'xyzabd',
  };

  const NAMED = { 'content/privacy.ts': { PRIVACY_CARDS: ['They go to Forms Ltd (forms.tuesday.dev).'] } };

  it('advise to set FORM_NOTIFY_TO, without which the brand’s address gets messages', () => {
    const { FORM_NOTIFY_TO: _unset, ...rest } = READY;
    expect(blocking(rest)).toEqual([]);
    expect(advised(rest)).toEqual(['FORM_NOTIFY_TO']);
  });

  it('[P-003] do not demand FORM_NOTIFY_TO if a hosted form service is used, but block the launch until the privacy page names the service', () => {
    const { FORM_NOTIFY_TO: _unset, ...hosted } = HOSTED;
    expect(blocking(hosted)).toEqual(['FORM_ENDPOINT']);
    expect(problemsOf(hosted, NAMED)).toEqual([]);
  });

  it('block the launch if user records are stored on another host that the privacy page does not name', () => {
    const env = { ...READY, PRODUCT_API_URL: 'https://forms.tuesday.dev' };
    expect(blocking(env)).toEqual(['PRODUCT_API_URL']);
    expect(problemsOf(env, NAMED)).toEqual([]);
    expect(blocking({ ...READY, PRODUCT_API_URL: 'https://api.example.com' }, NAMED)).toEqual([
      'PRODUCT_API_URL',
    ]);
  });

  it.each(['http://localhost:4000', 'https://forms.example.com'])(
    'block the launch for the FORM_ENDPOINT %s, which is local or a sample',
    (FORM_ENDPOINT) => {
      expect(blocking({ ...HOSTED, FORM_ENDPOINT }, NAMED)).toEqual(['FORM_ENDPOINT']);
    },
  );

  it('give advice if card payments lack STRIPE_SECRET_KEY, or if a hosted form service makes this key needless', () => {
    const live = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const secret = { STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(problemsOf({ ...READY, ...live, ...secret })).toEqual([]);
    expect(advised({ ...HOSTED, ...live }, NAMED)).toEqual([]);
    expect(advised({ ...READY, ...live })).toEqual(['STRIPE_SECRET_KEY']);
    expect(advised({ ...HOSTED, ...live, ...secret }, NAMED)).toEqual(['STRIPE_SECRET_KEY']);
  });

  it('give advice about Stripe test keys, and block the launch for a mix of test and live keys', () => {
    const env = { ...READY, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(advised({ ...env, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual(['STRIPE_PUBLISHABLE_KEY']);
    expect(blocking(env)).toEqual(['STRIPE_SECRET_KEY']);
  });
});

it('an invalid or missing setting blocks the launch, and the checks name each such setting only once', () => {
  const { SMTP_URL: _unset, ...rest } = READY;
  expect(blocking({ ...rest, DATABASE_URL: 'postgres://localhost/site', PORT: 'x' })).toEqual([
    'PORT',
    'AUTH_SECRET',
    'SMTP_URL',
  ]);
  expect(blocking({ ...READY, DATABASE_URL: 'postgres://localhost/site' })).toEqual(['AUTH_SECRET']);
});

it('[V11.4.4] the checks before a launch block the launch for an accepted secret that is too short, and give advice for a secret listed twice', () => {
  const [one, other] = ['o'.repeat(32), 'p'.repeat(32)];
  expect(blocking({ ...READY, AUTH_SECRET_ACCEPTED: 'short' })).toEqual(['AUTH_SECRET_ACCEPTED']);
  expect(advised({ ...READY, AUTH_SECRET: one, AUTH_SECRET_ACCEPTED: other })).toEqual([]);
  expect(advised({ ...READY, AUTH_SECRET_ACCEPTED: one })).toEqual([]);
  expect(advised({ ...READY, AUTH_SECRET: one, AUTH_SECRET_ACCEPTED: `${other}, ${one}` })).toEqual([
    'AUTH_SECRET_ACCEPTED',
  ]);
  expect(advised({ ...READY, AUTH_SECRET_ACCEPTED: `${one},${one}` })).toEqual(['AUTH_SECRET_ACCEPTED']);
});

describe('the checks before a launch, for the content', () => {
  it('each sample value is reported with its file and its path in the file', () => {
    const business = 'Labs (sample business name)';
    const BRAND = { email: 'hello@example.com', year: 2024, name: 'Tuesday', business };
    const LINKS = [{ href: 'https://real.dev' }, { href: 'https://chat.example.com/tuesday' }];
    const content = { 'content/brand.ts': { BRAND, LINKS } };
    expect(blocking(READY, content)).toEqual([
      'content/brand.ts BRAND.email',
      'content/brand.ts BRAND.business',
      'content/brand.ts LINKS[1].href',
    ]);
  });

  it.each([
    [
      'a sentence made with a sample',
      { EMAIL: 'help@example.com' },
      { NOTE: 'Write to help@example.com.', OTHER: 'Write to desk@example.com.' },
      ['brand.ts EMAIL', 'mails.ts OTHER'],
    ],
    [
      'a longer address that only ends like another',
      { EMAIL: 'hello@example.com', OTHER: 'say-hello@example.com' },
      {},
      ['brand.ts EMAIL', 'brand.ts OTHER'],
    ],
    [
      'a value of the brand that another file shows',
      { EMAIL: 'hello@example.com' },
      { FACTS: ['hello@example.com', 'desk@example.com'] },
      ['brand.ts EMAIL', 'mails.ts FACTS[1]'],
    ],
  ])('each sample is reported once when the content has %s', (_, brand, mails, named) => {
    const content = { 'content/brand.ts': brand, 'content/mails.ts': mails };
    expect(blocking(READY, content)).toEqual(named.map((place) => `content/${place}`));
  });

  it.each([
    ['name', ' '],
    ['role', ''],
    ['email', 'nobody'],
  ])('a grievance officer with the %s “%s” blocks the launch', (field, value) => {
    const officer = { name: 'Asha Verma', role: 'Grievance Officer', email: 'grievances@tuesday.dev' };
    const blockedBy = (GRIEVANCE_OFFICER: object) =>
      blocking(READY, { 'content/brand.ts': { GRIEVANCE_OFFICER } });
    expect(blockedBy(officer)).toEqual([]);
    expect(blockedBy({ ...officer, [field]: value })).toEqual(['content/brand.ts GRIEVANCE_OFFICER']);
  });

  it('an entry marked with sample: true is reported once, and the report quotes its first text', () => {
    const content = {
      'content/people.ts': {
        PEOPLE: [
          { name: 'A. Person', mail: 'a@example.com', sample: true },
          { name: 'Someone Real', sample: false },
        ],
        STORY: { sample: true, page: { title: 'How it began' } },
        EMPTY: { sample: true },
      },
    };
    const problems = problemsOf(READY, content);
    expect(new Set(problems.map(({ fix }) => fix))).toEqual(
      new Set(['write your own in content/people.ts, with `sample: false`']),
    );
    expect(problems.map(({ where, problem }) => `${where} ${problem}`)).toEqual([
      'content/people.ts PEOPLE[0] is still the sample “A. Person”',
      'content/people.ts STORY is still the sample “How it began”',
      'content/people.ts EMPTY is still the sample “sample”',
    ]);
  });

  it.each(['hello@sub.example.org', 'https://tuesday.example', 'see tuesday.test/page', 'EXAMPLE.NET'])(
    'the text “%s” is reported as a sample',
    (text) => {
      expect(blocking(READY, { 'content/a.ts': { TEXT: text } })).toEqual(['content/a.ts TEXT']);
    },
  );

  it.each([
    'for example. Communities',
    'my-example.com',
    'latest.testing.dev',
    'an address like name@example.com.',
  ])('the text “%s” is not reported as a sample', (text) => {
    expect(blocking(READY, { 'content/a.ts': { TEXT: text } })).toEqual([]);
  });
});
