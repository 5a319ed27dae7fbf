import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/settings/settings.ts';
import { checkLaunch } from './launch-checks.ts';

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
  return checkLaunch(env, readSettings(env), content, []);
}
const blocking = (...args: Parameters<typeof problemsOf>) =>
  problemsOf(...args)
    .filter(({ weight }) => weight === 'blocks')
    .map(({ where }) => where);
const advised = (env: Record<string, string>) =>
  problemsOf(env)
    .filter(({ weight }) => weight === 'advice')
    .map(({ where }) => where);

it('has nothing to say about an installation that is ready', () => {
  expect(problemsOf(READY, { 'content/brand.ts': { BRAND: { email: 'hello@tuesday.dev' } } })).toEqual([]);
});

it('names everything that a fresh clone lacks', () => {
  expect(blocking({})).toEqual(['SITE_ORIGIN', 'SMTP_URL', 'MAIL_FROM']);
});

it('a fresh clone also gets advice, after what blocks', () => {
  const weights = problemsOf({}).map(({ weight }) => weight);
  expect(weights).toEqual([...weights].sort().reverse());
  expect(weights).toContain('advice');
});

describe('SITE_ORIGIN', () => {
  it.each([
    'http://www.tuesday.dev',
    'https://localhost:3000',
    'https://127.0.0.1',
    'https://www.example.com',
    'nonsense',
  ])('%s blocks', (SITE_ORIGIN) => {
    expect(blocking({ ...READY, SITE_ORIGIN })).toEqual(['SITE_ORIGIN']);
  });
});

it('an empty setting counts as none', () => {
  expect(blocking({ ...READY, MAIL_FROM: ' ' })).toEqual(['MAIL_FROM']);
});

it('a sample setting blocks', () => {
  expect(blocking({ ...READY, MAIL_FROM: 'Tuesday AI <no-reply@example.com>' })).toEqual(['MAIL_FROM']);
});

it.each([
  ['smtp://user:secret@mail.tuesday.dev:587', ['SMTP_URL']],
  ['smtp://user:secret@mail.tuesday.dev:587?requireTLS=false', ['SMTP_URL']],
  ['smtp://user:secret@mail.tuesday.dev:587?requireTLS=true', []],
  ['smtp://127.0.0.1:25', []],
  ['smtp://localhost', []],
  ['smtp://[::1]:25', []],
])('%s: mails may leave the machine in the clear: %j', (SMTP_URL, named) => {
  expect(advised({ ...READY, SMTP_URL })).toEqual(named);
});

describe('forms', () => {
  const HOSTED = {
    ...READY,
    FORM_ENDPOINT: 'https://forms.tuesday.dev',
    FORM_CONTACT_KEY: 'xyzabc',
    FORM_FEEDBACK_KEY: 'xyzabd',
  };

  it('without an address of their own, messages go to that of the brand', () => {
    const { FORM_NOTIFY_TO: _unset, ...rest } = READY;
    expect(blocking(rest)).toEqual([]);
    expect(advised(rest)).toEqual(['FORM_NOTIFY_TO']);
    expect(blocking({ ...READY, FORM_NOTIFY_TO: 'desk@example.com' })).toEqual(['FORM_NOTIFY_TO']);
  });

  it('a hosted form service tells its customer itself, and the privacy page should name it', () => {
    const { FORM_NOTIFY_TO: _unset, ...hosted } = HOSTED;
    expect(blocking(hosted)).toEqual([]);
    expect(advised(hosted)).toEqual(['FORM_ENDPOINT']);
  });

  it('a hosted form service has keys of its own', () => {
    const { FORM_FEEDBACK_KEY: _unset, ...hosted } = HOSTED;
    expect(advised(hosted)).toEqual(['FORM_ENDPOINT', 'FORM_FEEDBACK_KEY']);
  });

  it.each(['http://localhost:4000', 'https://forms.example.com'])(
    '%s is a service of no use',
    (FORM_ENDPOINT) => {
      expect(blocking({ ...HOSTED, FORM_ENDPOINT })).toEqual(['FORM_ENDPOINT']);
    },
  );

  it('cards need the secret key where this server charges them, and only there', () => {
    const live = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const secret = { STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(problemsOf({ ...READY, ...live, ...secret })).toEqual([]);
    expect(advised({ ...HOSTED, ...live })).toEqual(['FORM_ENDPOINT']);
    expect(advised({ ...READY, ...live })).toEqual(['STRIPE_SECRET_KEY']);
    expect(advised({ ...HOSTED, ...live, ...secret })).toEqual(['FORM_ENDPOINT', 'STRIPE_SECRET_KEY']);
  });

  it('keys for tests are noticed, and block where they meet real ones', () => {
    const env = { ...READY, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(advised({ ...env, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual(['STRIPE_PUBLISHABLE_KEY']);
    expect(blocking(env)).toEqual(['STRIPE_SECRET_KEY']);
  });
});

it('what the settings say about themselves blocks, once each', () => {
  const { SMTP_URL: _unset, ...rest } = READY;
  expect(blocking({ ...rest, DATABASE_URL: 'postgres://localhost/site', PORT: 'x' })).toEqual([
    'PORT',
    'AUTH_SECRET',
    'SMTP_URL',
  ]);
  expect(blocking({ ...READY, DATABASE_URL: 'postgres://localhost/site' })).toEqual(['AUTH_SECRET']);
});

it('an accepted secret that is too short blocks; one that is named twice is noticed', () => {
  const [one, other] = ['o'.repeat(32), 'p'.repeat(32)];
  expect(blocking({ ...READY, AUTH_SECRET_ACCEPTED: 'short' })).toEqual(['AUTH_SECRET_ACCEPTED']);
  expect(advised({ ...READY, AUTH_SECRET: one, AUTH_SECRET_ACCEPTED: other })).toEqual([]);
  expect(advised({ ...READY, AUTH_SECRET_ACCEPTED: one })).toEqual([]);
  expect(advised({ ...READY, AUTH_SECRET: one, AUTH_SECRET_ACCEPTED: `${other}, ${one}` })).toEqual([
    'AUTH_SECRET_ACCEPTED',
  ]);
  expect(advised({ ...READY, AUTH_SECRET_ACCEPTED: `${one},${one}` })).toEqual(['AUTH_SECRET_ACCEPTED']);
});

describe('content', () => {
  it('each sample is named with its file and the way to it', () => {
    const content = {
      'content/brand.ts': {
        BRAND: {
          email: 'hello@example.com',
          year: 2024,
          name: 'Tuesday',
          business: 'Labs (sample business name)',
        },
        LINKS: [{ href: 'https://real.dev' }, { href: 'https://chat.example.com/tuesday' }],
      },
    };
    expect(blocking(READY, content)).toEqual([
      'content/brand.ts BRAND.email',
      'content/brand.ts BRAND.business',
      'content/brand.ts LINKS[1].href',
    ]);
  });

  it('a sample of several lines is shown by its first', () => {
    const [found] = problemsOf(READY, {
      'content/features.ts': { CODE: "fetch('api.example.com');\nanswer();" },
    });
    expect(found?.problem).toBe("is still the sample “fetch('api.example.com'); …”");
  });

  it('a sentence made with a sample is not named beside it', () => {
    const content = {
      'content/brand.ts': { EMAIL: 'help@example.com' },
      'content/mails.ts': { NOTE: 'Write to help@example.com.', OTHER: 'Write to desk@example.com.' },
    };
    expect(blocking(READY, content)).toEqual(['content/brand.ts EMAIL', 'content/mails.ts OTHER']);
  });

  it('a value of the brand is not named again where another file shows it', () => {
    const content = {
      'content/about.ts': { FACTS: ['hello@example.com', 'desk@example.com'] },
      'content/brand.ts': { EMAIL: 'hello@example.com' },
      'content/team.ts': { DESK: 'desk@example.com' },
    };
    expect(blocking(READY, content)).toEqual([
      'content/about.ts FACTS[1]',
      'content/brand.ts EMAIL',
      'content/team.ts DESK',
    ]);
  });

  it('an entry marked as a sample is named once, by its first text, wherever it stands', () => {
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
    expect(problemsOf(READY, content).map(({ where, problem }) => `${where} ${problem}`)).toEqual([
      'content/people.ts PEOPLE[0] is still the sample “A. Person”',
      'content/people.ts STORY is still the sample “How it began”',
      'content/people.ts EMPTY is still the sample “sample”',
    ]);
  });

  it.each(['hello@sub.example.org', 'https://tuesday.example', 'see tuesday.test/page', 'EXAMPLE.NET'])(
    '%s is a sample',
    (text) => {
      expect(blocking(READY, { 'content/a.ts': { TEXT: text } })).toEqual(['content/a.ts TEXT']);
    },
  );

  it.each([
    'for example. Communities',
    'my-example.com',
    'example.community',
    'a test',
    'latest.testing.dev',
    'an address like name@example.com.',
  ])('%s is not', (text) => {
    expect(blocking(READY, { 'content/a.ts': { TEXT: text } })).toEqual([]);
  });
});
