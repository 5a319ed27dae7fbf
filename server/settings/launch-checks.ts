import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { isAddress } from '#contract/address.ts';
import type { AppDeps, Feature } from '#server/feature.ts';
import { isSample, unsetSamples } from './sample-content.ts';
import type { SettingsResult } from './settings.ts';
import { isLoopbackHost } from './settings-part.ts';

export type LaunchProblem = {
  /** `blocks`: must be fixed before a launch. `advice`: most sites should fix it. */
  readonly weight: 'blocks' | 'advice';
  readonly where: string;
  readonly problem: string;
  readonly fix: string;
};

type Environment = Readonly<Record<string, string | undefined>>;
type Content = Readonly<Record<string, unknown>>;

export type LaunchCheck = {
  readonly setting: string;
  readonly weight: LaunchProblem['weight'];
  readonly fix: string;
  /** What is wrong with the setting, or false. An empty setting counts as absent. */
  readonly problem: (env: Environment, content: Content) => string | false;
};

/**
 * Launch checks for a setting that makes visitors’ browsers send data to another host.
 * @param gets the data that the host gets
 */
export function otherHostChecks(setting: string, gets: string, fix: string): readonly LaunchCheck[] {
  return [
    {
      setting,
      weight: 'blocks',
      fix,
      problem: ({ [setting]: url = '' }) =>
        (isSample(url) || isLoopback(url)) && `visitors’ browsers cannot send to ${url}`,
    },
    {
      setting,
      weight: 'blocks',
      fix: 'say in content/privacy.ts who runs that host and what they get, and name the host',
      problem: ({ [setting]: url = '' }, content) =>
        URL.canParse(url) &&
        !JSON.stringify(content['content/privacy.ts'] ?? '').includes(new URL(url).hostname) &&
        `is set: ${url} gets ${gets}, and the privacy page does not name ${new URL(url).hostname}`,
    },
  ];
}

const WITH_OFFICER = z.looseObject({
  GRIEVANCE_OFFICER: z
    .object({
      name: z.string().trim().min(1),
      role: z.string().trim().min(1),
      email: z.string().refine(isAddress),
    })
    .optional(),
});

const CORE_CHECKS: readonly LaunchCheck[] = [
  {
    setting: 'SITE_ORIGIN',
    weight: 'blocks',
    fix: 'set the address that visitors type, like https://www.your-site.com',
    problem: ({ SITE_ORIGIN: origin }) => {
      if (origin === undefined) return 'is not set: links in emails would point to localhost';
      if (isSample(origin)) return `is still the sample ${origin}`;
      if (!origin.startsWith('https://'))
        return `${origin} is not https: cookies and passwords would be sent unencrypted`;
      return isLoopback(origin) && `${origin} can be opened only on this machine`;
    },
  },
  {
    setting: 'SMTP_URL',
    weight: 'blocks',
    fix: 'set smtps://user:password@host:465',
    problem: ({ SMTP_URL }) =>
      SMTP_URL === undefined && 'is not set: no email is sent, so nobody can confirm an address',
  },
  {
    setting: 'MAIL_FROM',
    weight: 'blocks',
    fix: 'set an address that your mail server may send for',
    problem: ({ MAIL_FROM: sender }) => {
      if (sender === undefined) return 'is not set: emails would come from a sample address';
      return isSample(sender) && `is still the sample ${sender}`;
    },
  },
  ...otherHostChecks(
    'PRODUCT_API_URL',
    'the records of the people who sign in',
    'set the address of your product server; leave it out to keep user records on this server only',
  ),
  {
    setting: 'content/brand.ts GRIEVANCE_OFFICER',
    weight: 'blocks',
    fix: 'name the person who answers requests about personal data, with role and address',
    problem: (_env, { 'content/brand.ts': brand = {} }) =>
      !WITH_OFFICER.safeParse(brand).success &&
      'is incomplete: people must know whom to contact about their personal data',
  },
  {
    setting: 'TRUSTED_PROXIES',
    weight: 'advice',
    fix: 'name the address of your proxy; ignore this without a proxy',
    problem: ({ TRUSTED_PROXIES }) =>
      TRUSTED_PROXIES === undefined &&
      'is not set: behind a proxy, all visitors would share the limits of the proxy’s address',
  },
  {
    setting: 'SMTP_URL',
    weight: 'advice',
    fix: 'write smtps://…:465, or add ?requireTLS=true',
    problem: ({ SMTP_URL = '' }) =>
      mayMailUnencrypted(SMTP_URL) &&
      'is smtp: an attacker on the network can suppress TLS and read passwords and links',
  },
  {
    setting: 'AUTH_SECRET_ACCEPTED',
    weight: 'advice',
    fix: 'name only secrets that AUTH_SECRET was before or will be next; leave it out otherwise',
    problem: ({ AUTH_SECRET, AUTH_SECRET_ACCEPTED = '' }) => {
      const accepted = AUTH_SECRET_ACCEPTED.split(/\s*,\s*/).filter((one) => one !== '');
      return (
        new Set([...accepted, AUTH_SECRET]).size <= accepted.length &&
        'names a secret twice, or AUTH_SECRET itself, which has no effect'
      );
    },
  },
  {
    setting: 'REDIS_URL',
    weight: 'advice',
    fix: 'set it when several processes serve the site',
    problem: ({ DATABASE_URL, REDIS_URL }) =>
      DATABASE_URL !== undefined &&
      REDIS_URL === undefined &&
      'is not set: each process counts rate limits alone',
  },
];

/**
 * Everything to fix before a public launch, blocking problems first, each setting or value once.
 * @param ofMachine problems with the database, Redis, folder or port that the settings name
 */
export function checkLaunch(
  features: readonly Pick<Feature, 'launchChecks'>[],
  env: Environment,
  read: SettingsResult,
  content: Content,
  ofMachine: readonly LaunchProblem[],
): readonly LaunchProblem[] {
  const given = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]),
  );
  const invalid = (read.kind === 'ok' ? [] : read.problems).map(
    ({ name, problem }): LaunchProblem => ({
      weight: 'blocks',
      where: name,
      problem,
      fix: 'correct it: see docs/settings.md',
    }),
  );
  const checks = [...CORE_CHECKS, ...features.flatMap(({ launchChecks }) => launchChecks ?? [])];
  const ofSettings = checks.flatMap(({ setting, problem, ...check }): LaunchProblem[] => {
    const found = problem(given, content);
    return found === false ? [] : [{ ...check, where: setting, problem: found }];
  });
  const samples = unsetSamples(content).map(
    ({ file, path, value, isMarked }): LaunchProblem => ({
      weight: 'blocks',
      where: `${file} ${path}`,
      problem: `is still the sample “${value}”`,
      fix: `write your own in ${file}${isMarked ? ', with `sample: false`' : ''}`,
    }),
  );
  const blocking = ofSettings.filter(({ weight }) => weight === 'blocks');
  const advice = ofSettings.filter(({ weight }) => weight === 'advice');
  const named = new Set<string>();
  return [...invalid, ...blocking, ...ofMachine, ...samples, ...advice].filter(
    ({ where }) => !named.has(where) && named.add(where),
  );
}

/** True if mails may be sent without TLS. By default the mailer sends without TLS if the server does not offer TLS. */
function mayMailUnencrypted(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const insists = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return !insists && !isLoopbackHost(hostname);
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

const CONTENT = join(import.meta.dirname, '..', '..', 'content');

/** Launch problems that features find in the database. Throws if the database does not answer. */
export async function featureProblems(
  features: readonly Feature[],
  deps: Pick<AppDeps, 'db' | 'clock' | 'settings' | 'keyring'>,
): Promise<LaunchProblem[]> {
  const found = await Promise.all(features.map(({ launchProblems }) => launchProblems?.(deps) ?? []));
  return found.flat();
}

/** Content files that are not read, because they only repeat values of other files. */
const LISTS = ['features.ts', 'mailed.ts'];

export async function readContent(): Promise<Record<string, unknown>> {
  const names = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !LISTS.includes(name))
    .sort();
  const files = names.map(
    async (name) =>
      [`content/${name}`, { ...(await import(pathToFileURL(join(CONTENT, name)).href)) }] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

/** Everything to fix or improve before a public launch of the running site. @public */
export async function launchProblemsOf(deps: AppDeps): Promise<readonly LaunchProblem[]> {
  return checkLaunch(
    deps.features,
    deps.given,
    { kind: 'ok', settings: deps.settings, given: deps.given },
    await readContent(),
    // A running site has already reached its database, Redis, folder and port, so only the problems of features are added.
    await featureProblems(deps.features, deps),
  );
}
