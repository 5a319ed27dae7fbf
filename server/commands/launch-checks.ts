import type { SettingsResult } from '#server/settings/settings.ts';
import { findSamples, isSample } from './sample-content.ts';

/** What a look at the machine found: undefined where all is well or there was nothing to look at. */
export type MachineProblems = {
  readonly database: string | undefined;
  readonly redis: string | undefined;
  readonly dataDir: string | undefined;
  readonly port: string | undefined;
};

export type LaunchProblem = {
  /** `blocks`: do not launch with it. `advice`: the site runs, with something missing that most sites want. */
  readonly weight: 'blocks' | 'advice';
  /** The setting, or the file and value, to look at. */
  readonly where: string;
  readonly problem: string;
  readonly fix: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Everything between this installation and a public launch, the blocking first. Each place is named once.
 *
 * @param content exports of each content file, by the file's path
 */
export function checkLaunch(
  env: Environment,
  read: SettingsResult,
  content: Readonly<Record<string, unknown>>,
  machine: MachineProblems,
): readonly LaunchProblem[] {
  const invalid = read.kind === 'ok' ? [] : read.problems;
  const all = [
    ...invalid.map(({ name, problem }) =>
      blocks(name, problem, 'correct it; README.md describes each setting'),
    ),
    ...settingProblems(env),
    ...machineProblems(machine),
    ...sampleProblems(content),
    ...advice(env),
  ];
  const named = new Set<string>();
  return all.filter(({ where }) => !named.has(where) && named.add(where));
}

function settingProblems(env: Environment): LaunchProblem[] {
  const problems: LaunchProblem[] = [];
  const origin = given(env, 'SITE_ORIGIN');
  const originFix = 'set the address that visitors type, like https://www.your-site.com';
  if (origin === undefined) {
    problems.push(blocks('SITE_ORIGIN', 'is not set: links in mails would lead to localhost', originFix));
  } else if (isSample(origin)) {
    problems.push(blocks('SITE_ORIGIN', `is still the sample ${origin}`, originFix));
  } else if (!origin.startsWith('https://')) {
    problems.push(
      blocks(
        'SITE_ORIGIN',
        `${origin} is not https: cookies and passwords would travel in the open`,
        originFix,
      ),
    );
  } else if (isLoopback(origin)) {
    problems.push(blocks('SITE_ORIGIN', `${origin} can only be opened on this machine`, originFix));
  }
  if (given(env, 'SMTP_URL') === undefined) {
    problems.push(
      blocks(
        'SMTP_URL',
        'is not set: no mail is sent, so nobody can confirm an address',
        'set smtps://user:password@host:465',
      ),
    );
  }
  const sender = given(env, 'MAIL_FROM');
  const senderFix = 'set an address that your mail server may send for';
  if (sender === undefined) {
    problems.push(blocks('MAIL_FROM', 'is not set: mails would come from a sample address', senderFix));
  } else if (isSample(sender)) {
    problems.push(blocks('MAIL_FROM', `is still the sample ${sender}`, senderFix));
  }
  return [...problems, ...formProblems(env)];
}

function formProblems(env: Environment): LaunchProblem[] {
  const problems: LaunchProblem[] = [];
  const endpoint = given(env, 'FORM_ENDPOINT');
  const notifyTo = given(env, 'FORM_NOTIFY_TO');
  // A hosted form service writes to its own customer.
  if (endpoint === undefined && notifyTo !== undefined && isSample(notifyTo)) {
    problems.push(
      blocks(
        'FORM_NOTIFY_TO',
        `is still the sample ${notifyTo}: nobody would hear of contact and feedback messages`,
        'set the address that reads them',
      ),
    );
  }
  if (endpoint !== undefined && (isSample(endpoint) || isLoopback(endpoint))) {
    problems.push(
      blocks(
        'FORM_ENDPOINT',
        `visitors’ browsers cannot send to ${endpoint}`,
        'set the address of your form service; leave it out to keep messages on this server',
      ),
    );
  }
  const modes = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'].map((name) => stripeMode(given(env, name)));
  if (modes.includes('live') && modes.includes('test')) {
    problems.push(
      blocks(
        'STRIPE_SECRET_KEY',
        'one Stripe key is for tests, the other is not: no payment would go through',
        'set two keys of the same kind',
      ),
    );
  }
  return problems;
}

function machineProblems({ database, redis, dataDir, port }: MachineProblems): LaunchProblem[] {
  return [
    database !== undefined && blocks('DATABASE_URL', database, 'start the database, or correct the address'),
    redis !== undefined && blocks('REDIS_URL', redis, 'start Redis or Valkey, or correct the address'),
    dataDir !== undefined && blocks('DATA_DIR', dataDir, 'name a folder that the site’s user may write'),
    port !== undefined && blocks('PORT', port, 'stop the other program, or set a free port'),
  ].filter((problem) => problem !== false);
}

/** Where the other content files take names, links and addresses from. */
const BRAND_FILE = 'content/brand.ts';

function sampleProblems(content: Readonly<Record<string, unknown>>): LaunchProblem[] {
  const samples = Object.entries(content).flatMap(([file, exports]) =>
    findSamples(exports, '').map((sample) => ({ file, ...sample })),
  );
  // A sentence made with a sample changes by itself when the sample does.
  const isMadeWithAnother = (text: string) =>
    samples.some(({ value }) => value !== text && text.includes(value));
  const ofBrand = new Set(samples.flatMap(({ file, value }) => (file === BRAND_FILE ? [value] : [])));
  const isTakenFromBrand = (file: string, value: string) => file !== BRAND_FILE && ofBrand.has(value);
  return samples
    .filter(({ file, value }) => !isMadeWithAnother(value) && !isTakenFromBrand(file, value))
    .map(({ file, path, value }) =>
      blocks(`${file} ${path}`, `is still the sample “${firstLine(value)}”`, `write your own in ${file}`),
    );
}

/** A sample of code would fill the screen. */
function firstLine(text: string): string {
  const [first = '', ...more] = text.split('\n');
  return more.length === 0 ? first : `${first} …`;
}

function advice(env: Environment): LaunchProblem[] {
  const problems: LaunchProblem[] = [];
  const advise = (where: string, problem: string, fix: string) =>
    problems.push({ weight: 'advice', where, problem, fix });
  for (const [provider, name] of [
    ['Google', 'GOOGLE_CLIENT_ID'],
    ['GitHub', 'GITHUB_CLIENT_ID'],
  ] as const) {
    if (given(env, name) === undefined) {
      advise(
        name,
        `is not set: signing in with ${provider} answers that it is not set up`,
        `register the site with ${provider}`,
      );
    }
  }
  const formEndpoint = given(env, 'FORM_ENDPOINT');
  if (formEndpoint !== undefined) {
    advise(
      'FORM_ENDPOINT',
      `is set: ${formEndpoint} gets what visitors write, and the privacy page says that nobody else does`,
      'name that company in content/privacy.ts; nothing to do when you did, or when the service is yours',
    );
  }
  if (given(env, 'TRUSTED_PROXIES') === undefined) {
    advise(
      'TRUSTED_PROXIES',
      'is not set: behind a proxy, all visitors would share one limit, under the proxy’s address',
      'name your proxy’s address; nothing to do when there is no proxy',
    );
  }
  if (mayMailInTheClear(given(env, 'SMTP_URL') ?? '')) {
    advise(
      'SMTP_URL',
      'is smtp: whoever stands between can make your mail server look as if it knew no TLS, and read passwords and links',
      'write smtps://…:465, or add ?requireTLS=true',
    );
  }
  problems.push(...secretAdvice(env), ...formAdvice(env));
  if (given(env, 'DATABASE_URL') !== undefined && given(env, 'REDIS_URL') === undefined) {
    advise(
      'REDIS_URL',
      'is not set: each process counts its own limits',
      'set it when several processes serve the site',
    );
  }
  return problems;
}

/** One that is too short is a bad setting, and does not come as far as this. */
function secretAdvice(env: Environment): LaunchProblem[] {
  const accepted = (given(env, 'AUTH_SECRET_ACCEPTED') ?? '').split(/\s*,\s*/).filter((one) => one !== '');
  const all = [...accepted, given(env, 'AUTH_SECRET')];
  if (new Set(all).size === all.length) return [];
  return [
    {
      weight: 'advice',
      where: 'AUTH_SECRET_ACCEPTED',
      problem: 'names a secret twice, or AUTH_SECRET itself: nothing changes with it',
      fix: 'name only secrets that AUTH_SECRET was before or will be next; leave it out otherwise',
    },
  ];
}

function formAdvice(env: Environment): LaunchProblem[] {
  const problems: LaunchProblem[] = [];
  const advise = (where: string, problem: string, fix: string) =>
    problems.push({ weight: 'advice', where, problem, fix });
  const isHosted = given(env, 'FORM_ENDPOINT') !== undefined;
  if (!isHosted && given(env, 'FORM_NOTIFY_TO') === undefined) {
    advise(
      'FORM_NOTIFY_TO',
      `is not set: messages of the forms are mailed to the contactEmail of ${BRAND_FILE}`,
      'set it when somebody else reads them; nothing to do otherwise',
    );
  }
  for (const name of ['FORM_CONTACT_KEY', 'FORM_FEEDBACK_KEY']) {
    if (isHosted && given(env, name) === undefined)
      advise(
        name,
        'is not set: hosted form services make keys of their own',
        'set the key of the form there',
      );
  }
  const publishable = given(env, 'STRIPE_PUBLISHABLE_KEY');
  const secret = given(env, 'STRIPE_SECRET_KEY');
  if (publishable !== undefined && secret === undefined && !isHosted) {
    advise(
      'STRIPE_SECRET_KEY',
      'is not set: this server cannot charge the cards that people type in',
      'set it, or leave out STRIPE_PUBLISHABLE_KEY',
    );
  }
  if (secret !== undefined && isHosted) {
    advise(
      'STRIPE_SECRET_KEY',
      'is not used: the hosted form service charges cards with its own',
      'leave it out: a secret that nobody needs can only be lost',
    );
  }
  if (stripeMode(publishable) === 'test') {
    advise('STRIPE_PUBLISHABLE_KEY', 'is for tests: no real card can pay', 'set your live keys');
  }
  return problems;
}

function stripeMode(key: string | undefined): 'live' | 'test' | undefined {
  const mode = /^[a-z]+_(live|test)_/.exec(key ?? '')?.[1];
  return mode === 'live' || mode === 'test' ? mode : undefined;
}

function blocks(where: string, problem: string, fix: string): LaunchProblem {
  return { weight: 'blocks', where, problem, fix };
}

function given(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Without being told to insist, the mailer takes TLS where it is offered, and goes on without it elsewhere. */
function mayMailInTheClear(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const insists = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return !insists && !isLoopback(`http://${hostname}`);
}

function isLoopback(origin: string): boolean {
  return /^https?:\/\/(?:localhost|[\w.-]+\.localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i.test(origin);
}
