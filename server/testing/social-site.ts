import { pathFor } from '#contract/paths.ts';
import { FIELDS } from '#e2e/fakes/account-page.ts';
import { GITHUB_CLIENT, startGithubStandIn } from '#e2e/fakes/github.ts';
import { GOOGLE_CLIENT, startGoogleStandIn } from '#e2e/fakes/google.ts';
import {
  type Provider,
  SOCIAL_API,
  type SocialCallback,
  type SocialStart,
} from '#features/social-sign-in/contract.ts';
import type { SocialFlow } from '#features/social-sign-in/server/provider.ts';
import { openTestApp } from './test-app.ts';
import { cookieHeader, keepCookie, type TestAnswer, type TestClient } from './test-client.ts';
import { whenOver } from './test-database.ts';

export async function openSocialSite(env: Readonly<Record<string, string>> = {}) {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  whenOver(standIns.close);
  /** Moves the app's clock to the real time, which the fake Google uses for its sign-ins. */
  const asTheIssuer = () => app.advance(Date.now() - app.deps.clock().getTime());
  return { ...app, standIns, asTheIssuer };
}

export async function openSiteOfIssuer() {
  const site = await openSocialSite();
  site.asTheIssuer();
  return site;
}

/** Fake servers of Google and GitHub, each on its own port. The caller must close them. */
export async function startStandIns() {
  const google = await startGoogleStandIn();
  const github = await startGithubStandIn();
  return {
    google,
    github,
    settings: {
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
      GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
      GOOGLE_ISSUER: google.url,
      GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
      GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
    },
    close: async () => void (await Promise.all([google.close(), github.close()])),
  };
}

export type TypedPerson = {
  readonly email?: string;
  readonly isVerified?: boolean;
  readonly name?: string;
  readonly login?: string;
  readonly account?: string;
  readonly fault?: string;
  readonly cancels?: boolean;
};

/** Presses the sign-in button of a provider. The answer should redirect to the provider. */
export function startSocial(
  browser: TestClient,
  provider: Provider,
  query: Partial<SocialStart> = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const event = 'event-of-this-press';
  const start: SocialStart = { event, purpose: 'sign-in', mode: 'popup', remember: 'false', ...query };
  return browser.get(`${pathFor(SOCIAL_API.start, provider)}?${new URLSearchParams(start)}`, headers);
}

/** Goes through the pages of a fake provider as a browser would. Returns the path and query of the redirect back to the site. */
async function visitProvider(address: string, person: TypedPerson): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  let init: RequestInit = {};
  for (let steps = 0; steps < 10; steps++) {
    const headers = { cookie: cookieHeader(cookies) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
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

function formOf({ isVerified = true, cancels, ...typed }: TypedPerson) {
  return new URLSearchParams({
    [FIELDS.email]: typed.email ?? '',
    ...(isVerified ? { [FIELDS.isVerified]: 'yes' } : {}),
    [FIELDS.name]: typed.name ?? '',
    [FIELDS.login]: typed.login ?? '',
    [FIELDS.id]: typed.account ?? '',
    [FIELDS.fault]: typed.fault ?? '',
    [FIELDS.answer]: cancels === true ? 'cancel' : 'continue',
  });
}

/** Presses the sign-in button and goes through the provider’s pages. Returns the path of the redirect back to the site. */
export async function goToProvider(
  browser: TestClient,
  provider: Provider,
  person: TypedPerson,
  query: Partial<SocialStart> = {},
): Promise<string> {
  const answer = await startSocial(browser, provider, query);
  return visitProvider(answer.headers.get('location') ?? '', person);
}

export async function socialSignIn(...visit: Parameters<typeof goToProvider>): Promise<SocialCallback> {
  return reportIn(await visit[0].get(await goToProvider(...visit)));
}

/** The result that an answer passes to the callback page. Throws if the answer redirects elsewhere. */
export function reportIn({ status, headers }: TestAnswer): SocialCallback {
  const location = headers.get('location') ?? '';
  if (status !== 303 || !location.startsWith('/auth/callback?')) throw new Error(`${status} ${location}`);
  const query = new URLSearchParams(location.slice(location.indexOf('?')));
  return Object.fromEntries(query) as SocialCallback;
}

export const SAMPLE_FLOW: SocialFlow = {
  provider: 'google',
  event: 'event-of-this-press',
  purpose: 'sign-in',
  mode: 'popup',
  remember: false,
  state: 'state',
  nonce: 'nonce',
  verifier: 'v'.repeat(43),
  redirectUri: 'https://www.example.com/api/account/social/google/callback',
  startedAt: Date.parse('2026-11-21T12:00:00.000Z'),
};
