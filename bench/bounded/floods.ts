import { readdirSync, statSync } from 'node:fs';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { BENCH_PASSWORD, benchAddress } from '../support/confirmed-accounts.ts';

/** Accounts whose addresses the floods know. */
export const ACCOUNTS = 1_000;

export type FloodRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Flood = {
  readonly name: string;
  /** Requests sent ahead on a connection whose answers nobody reads; absent where each answer is awaited. */
  readonly unread?: { readonly connections: number; readonly ahead: number };
  /** The request at this place in the flood. */
  readonly request: (at: number) => FloodRequest;
  /** How many one /48 has taken in a day, by the limits on callers; absent where it goes on as it began. */
  readonly takenADay?: number;
};

const MINUTES_A_DAY = 24 * 60;
/** A /48 has ten times the points of a /64. */
const SITE = 10;
const ASSETS = 'build/site/client/assets';

function largestAsset(): string {
  const sizes = readdirSync(ASSETS).map((name) => ({ name, size: statSync(`${ASSETS}/${name}`).size }));
  return `/assets/${sizes.toSorted((a, b) => b.size - a.size)[0]?.name}`;
}

const get = (path: string): FloodRequest => ({ method: 'GET', path, headers: {}, body: '' });

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): FloodRequest => ({
  method: 'POST',
  path,
  headers: {
    origin: PROCESS_ORIGIN,
    'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey,
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    ...headers,
  },
  body: JSON.stringify(body),
});

const FORM = pathFor(FORMS_API.submit, 'contact');
const letter = (at: number, message: string) => ({
  name: 'Asha',
  email: `asha-${at}@example.com`,
  message: `${at} ${message}`,
});
const fields = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, text]));
const views = (count: number) => Array.from({ length: count }, () => ({ kind: 'view', path: '/' }));

export const FLOODS: readonly Flood[] = [
  ...[
    { name: 'slow readers, a page', path: '/' },
    { name: 'slow readers, the largest file', path: largestAsset() },
    { name: 'slow readers, no page', path: '/nowhere' },
  ].map(({ name, path }) => ({
    name,
    unread: { connections: 200, ahead: 19 },
    request: () => get(path),
  })),
  {
    name: 'events, Origin of 15 kB',
    request: () => post(EVENTS, { events: views(1) }, { origin: '://'.repeat(5_000) }),
  },
  {
    name: 'a page, cookies that cannot be decoded',
    request: () => ({
      ...get('/'),
      headers: { cookie: Array.from({ length: 2_000 }, (_, at) => `${at}=%`).join(';') },
    }),
  },
  {
    name: 'forms of 235 kB',
    request: (at) => post(FORM, { ...letter(at, 'x'), ...fields(47, 'x'.repeat(5_000)) }),
  },
  {
    name: 'forms as large as are taken',
    request: (at) => post(FORM, { ...letter(at, 'अ'.repeat(4_990)), ...fields(4, 'x'.repeat(4_900)) }),
    takenADay: SITE * 200,
  },
  {
    name: 'sign-ups',
    request: (at) => post(ACCOUNT_API.signUp, { email: `new-${at}@example.com`, password: 'a password' }),
    takenADay: SITE * 20 * 24,
  },
  {
    name: 'wrong passwords',
    request: (at) => post(ACCOUNT_API.signIn, { email: benchAddress(at % ACCOUNTS), password: `no ${at}` }),
  },
  {
    name: 'right passwords, one account',
    request: () => post(ACCOUNT_API.signIn, { email: benchAddress(0), password: BENCH_PASSWORD }),
    takenADay: 100 * 24,
  },
  {
    name: 'page views',
    request: (at) => post(EVENTS, { events: views(50) }, { 'user-agent': `Mozilla/5.0 Firefox/${at}` }),
  },
  {
    name: 'reset requests',
    request: (at) => post(ACCOUNT_API.requestReset, { email: benchAddress(at % ACCOUNTS) }),
    takenADay: Math.min(SITE * 30 * MINUTES_A_DAY, SITE * 1_000),
  },
];
