import { pathFor } from '#contract/paths.ts';
import { GITHUB_CLIENT, startGithubStandIn } from '#e2e/fakes/github.ts';
import { GOOGLE_CLIENT, startGoogleStandIn } from '#e2e/fakes/google.ts';
import { FIELDS } from '#e2e/fakes/person.ts';
import {
  type Provider,
  SOCIAL_API,
  type SocialReport,
  type SocialStart,
} from '#features/social-sign-in/contract.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/** The stand-ins for Google and GitHub, on ports of their own. Whoever starts them closes them. */
export async function startStandIns() {
  const google = await startGoogleStandIn();
  const github = await startGithubStandIn();
  return {
    google,
    github,
    /** The settings of a site that has its credentials there. */
    settings: {
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      GOOGLE_ISSUER: google.url,
      GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
      GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
    },
    close: async () => {
      await Promise.all([google.close(), github.close()]);
    },
  };
}

/** What somebody types into the form of a stand-in. */
export type TypedPerson = {
  readonly email?: string;
  /** True unless said otherwise. */
  readonly isVerified?: boolean;
  readonly name?: string;
  readonly login?: string;
  /** The provider's number for the account; made from the address unless said otherwise. */
  readonly account?: string;
  readonly fault?: string;
  readonly cancels?: boolean;
};

const EVENT = 'event-of-this-press';

/** Presses the button of a provider: the answer that should lead to it. */
export function startSocial(
  browser: TestClient,
  provider: Provider,
  query: Partial<SocialStart> = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const start: SocialStart = { event: EVENT, purpose: 'sign-in', mode: 'popup', remember: 'false', ...query };
  return browser.get(`${pathFor(SOCIAL_API.start, provider)}?${new URLSearchParams(start)}`, headers);
}

/** Goes through a stand-in's pages as a browser would; the path, with its query, on which it comes back to the site. */
async function visitProvider(address: string, person: TypedPerson): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  let init: RequestInit = {};
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null) {
      if (response.status !== 200) throw new Error(`The stand-in answered ${response.status}: ${text}`);
      init = { method: 'POST', body: formOf(person) };
    } else {
      init = {};
      url = new URL(location, url).href;
      const { pathname, search } = new URL(url);
      if (/^\/api\/account\/social\/\w+\/callback$/.test(pathname)) return `${pathname}${search}`;
    }
  }
  throw new Error('The stand-in never came back to the site.');
}

function formOf({
  email = '',
  isVerified = true,
  name = '',
  login = '',
  account = '',
  fault = '',
  cancels,
}: TypedPerson) {
  return new URLSearchParams({
    [FIELDS.email]: email,
    ...(isVerified ? { [FIELDS.isVerified]: 'yes' } : {}),
    [FIELDS.name]: name,
    [FIELDS.login]: login,
    [FIELDS.id]: account,
    [FIELDS.fault]: fault,
    [FIELDS.answer]: cancels === true ? 'cancel' : 'continue',
  });
}

/** Presses the button and goes through the provider's pages: where the browser is sent back to. */
export async function goToProvider(
  browser: TestClient,
  provider: Provider,
  person: TypedPerson,
  query: Partial<SocialStart> = {},
): Promise<string> {
  const answer = await startSocial(browser, provider, query);
  return visitProvider(answer.headers.get('location') ?? '', person);
}

/** The whole way: button, provider, callback. What the page is told. */
export async function socialSignIn(
  browser: TestClient,
  provider: Provider,
  person: TypedPerson,
  query: Partial<SocialStart> = {},
): Promise<SocialReport> {
  return reportIn(await browser.get(await goToProvider(browser, provider, person, query)));
}

/** What an answer tells the callback page. Throws when it leads somewhere else. */
export function reportIn({ status, headers }: TestAnswer): SocialReport {
  const location = headers.get('location') ?? '';
  if (status !== 303 || !location.startsWith('/auth/callback?')) throw new Error(`${status} ${location}`);
  const query = new URLSearchParams(location.slice(location.indexOf('?')));
  return Object.fromEntries(query) as SocialReport;
}
