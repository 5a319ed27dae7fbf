import fc from 'fast-check';
import { PAGES } from '#content/page-paths.ts';
import { STORAGE_AWAY } from '#contract/errors.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { prefersPage } from '#server/http/body.ts';
import { ALL_PATHS, ALL_REFUSALS } from './contracts.ts';
import { createAuthenticator } from './passkeys.ts';
import { newAddress, PASSWORD } from './people.ts';

/** A malicious or malformed request that our pages never send. Path and headers contain only what HTTP/1.1 can transmit. */
type HostileRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly isSignedIn: boolean;
};

/** Every path that the site answers. Parameters such as `:id` are not filled in. */
export const ROUTES: readonly string[] = [...Object.values<string>(PAGES), ...ALL_PATHS].filter((path) =>
  path.startsWith('/'),
);

/** A method that is repeated here is chosen more often. */
const METHODS = 'GET GET HEAD POST POST POST POST POST POST PUT PATCH DELETE OPTIONS PROPFIND'.split(' ');
const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD'];

const NASTY = [
  ...['', '\u0000', '\ud800', '\u202e', '🎉', 'x'.repeat(6_000), '9'.repeat(400)],
  ...['../../etc/passwd', '%', '%00', '%ff', '%2f..%2f', '__proto__', 'constructor', 'NaN', '1e999', '=1+1'],
  ...['{{7*7}}', '//evil.example', "' or 1=1 --", '<script>alert(1)</script>'],
  ...['a\r\nSet-Cookie: session=x', 'a@example.com\nBcc: b@example.com'],
];
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }));

/** Fields of all request bodies, each with a valid value: nearly valid requests get furthest into the code. */
const PLAUSIBLE: readonly (readonly [string, unknown])[] = [
  ...Object.entries({
    ...{ email: 'fuzz@example.com', password: 'a password that would do', rememberDevice: true },
    ...{ token: 'a'.repeat(43), name: 'Fuzz', gender: '', dob: '1990-02-28', about: 'Nothing' },
    ...{ _gotcha: '', _replyto: 'fuzz@example.com', _subject: 'Hello', _next: '/contact/thanks' },
    ...{ paymentMethod: 'pm_1', paymentIntent: 'pi_1', resubmitKey: 'key', kind: 'error', path: '/' },
    ...{ events: [{ kind: 'view', path: '/' }], metric: 'LCP', source: '/', stack: '', message: 'Hello' },
  }),
  ['__proto__', { isAdmin: true }],
  ['constructor', { prototype: { isAdmin: true } }],
];
const fieldName = fc.constantFrom(...PLAUSIBLE.map(([name]) => name));

/** Makes bodies as JSON text, in which `__proto__` stays a key and 1e999 a number. */
const jsonText = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('1e999', 'NaN', '{"__proto__":{"x":1}}', ''),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);
const field = fc.constantFrom(...PLAUSIBLE).chain(([name, value]) => {
  const plausible = fc.constant(JSON.stringify(value));
  const either = fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 1, arbitrary: jsonText });
  return either.map((json) => `${JSON.stringify(name)}:${json}`);
});
const jsonBody = fc.oneof(
  { weight: 4, arbitrary: fc.array(field, { maxLength: 8 }).map((fields) => `{${fields.join(',')}}`) },
  { weight: 1, arbitrary: jsonText },
);
const pairs = fc.array(fc.tuple(fieldName, text), { maxLength: 8 });
const formBody = pairs.map((all) =>
  all.map(([k, v]) => `${k}=${encodeURIComponent(v.toWellFormed())}`).join('&'),
);
const BOUNDARY = 'x-boundary';
const multipartBody = pairs.map((all) =>
  all
    .map(([k, v]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
    .concat(all.length % 2 === 0 ? `--${BOUNDARY}--\r\n` : '')
    .join(''),
);
const asBytes = (type: string) => (body: string) => ({ type, bytes: new TextEncoder().encode(body) });
const body = fc.oneof(
  { weight: 3, arbitrary: jsonBody.map(asBytes('application/json')) },
  { weight: 1, arbitrary: formBody.map(asBytes('application/x-www-form-urlencoded')) },
  { weight: 1, arbitrary: multipartBody.map(asBytes(`multipart/form-data; boundary=${BOUNDARY}`)) },
);

const HEADERS = [
  'accept accept-encoding authorization content-encoding content-type cookie formspree-client forwarded idempotency-key',
  'if-modified-since if-none-match origin range referer sec-fetch-site sec-gpc user-agent x-api-key x-forwarded-for',
  'x-forwarded-host x-forwarded-proto x-http-method-override __proto__ access-control-request-method',
].flatMap((names) => names.split(' '));
const VALUES = 'text/html,application/json,*/*,gzip,127.0.0.1,Bearer a.b.c,session=x,null'.split(',');
const headerValue = text.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
const headers = fc.array(
  fc.tuple(fc.constantFrom(...HEADERS), fc.oneof(fc.constantFrom(...VALUES), headerValue)),
  { maxLength: 4 },
);

/** A path can contain only visible ASCII, so all else is percent-encoded. */
const onTheWire = (value: string) =>
  value.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
const parameter = fc.oneof(
  fc.constantFrom('me', 'contact', 'google', 'site', '0'),
  text.map(onTheWire),
  text.map((value) => encodeURIComponent(value.toWellFormed())),
);
const query = fc
  .array(fc.tuple(fieldName, parameter), { maxLength: 3 })
  .map((asked) => (asked.length > 1 ? `?${asked.map(([k, v]) => `${k}=${v}`).join('&')}` : ''));
const TWISTS = ['', '', '', '', '', '/', '%00', '/../..', ';a=b'];
/** These routes read parameters and act on them. The other routes only send a page. */
const deep = ROUTES.filter((route) => route.startsWith('/api/') || route.includes(':'));
const route = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...deep) },
  { weight: 1, arbitrary: fc.constantFrom(...ROUTES) },
);
const path = fc
  .tuple(route, parameter, parameter, fc.constantFrom(...TWISTS), query)
  .map(([route, one, other, twist, asked]) => {
    const values = [one, other];
    return route.replace(/:\w+/g, () => values.pop() ?? one) + twist + asked;
  });

/** @param origin the site’s own origin; most requests name it, because others fail at the first check */
export function hostileRequest(origin: string): fc.Arbitrary<HostileRequest> {
  return fc
    .record({ method: fc.constantFrom(...METHODS), path, headers, body, isSignedIn: fc.boolean() })
    .map(({ method, path, headers, body: { type, bytes }, isSignedIn }) => {
      const hasBody = !WITHOUT_BODY.includes(method);
      const usual = { origin, 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
      const ofBody = hasBody && { 'content-type': type };
      const all = { ...usual, ...ofBody, ...Object.fromEntries(headers) };
      return { method, path, headers: all, body: hasBody ? bytes : undefined, isSignedIn };
    });
}

type HostileAnswer = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
};

/** These paths answer with a page if a browser without JavaScript asks for one. */
const WITH_PAGES = /^\/api\/(?:launch-list|rights(?:\/(?:export|erase))?|account\/export)$/;

/** What is wrong with an answer. Undefined if the answer follows the API contract. */
export function problemWith(
  { method, path, headers }: HostileRequest,
  answer: HostileAnswer,
): string | undefined {
  const { status, header, text } = answer;
  if (status >= 500 && status !== STORAGE_AWAY.status) return `status ${status}: ${text.slice(0, 300)}`;
  if (header('x-content-type-options') !== 'nosniff') return `status ${status} without security headers`;
  const location = header('location');
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return `leads to ${location}`;
  if (status < 400 || method === 'HEAD') return undefined;
  const isJson = header('content-type')?.startsWith('application/json') === true;
  // `/api/..` is outside the API. `/./api` is in the API only for a client that resolves paths.
  const led = URL.parse(`http://site.localhost${path}`)?.pathname ?? path;
  const isOfApi = path.startsWith('/api/') && led.startsWith('/api/');
  // A request that is refused before its route is known gets a plain text.
  if (isJson) return problemWithRefusal(status, text);
  const isPage = header('content-type')?.startsWith('text/html') === true;
  // A form that a browser submits without a script is refused with a page, whatever its path.
  if (isPage && (WITH_PAGES.test(led) || status === 415) && prefersPage({ headers })) return undefined;
  return isOfApi && status !== 431 ? `status ${status} of the API is no JSON` : undefined;
}

/** A refusal must have a known code and its status, or follow the protocol of the form service. */
function problemWithRefusal(status: number, text: string): string | undefined {
  const refusal = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (Array.isArray(refusal.errors) && typeof refusal.error === 'string') return undefined;
  const known = ALL_REFUSALS.find(({ code }) => code === refusal.code);
  if (known === undefined) return `status ${status} with a code of nobody's: ${text.slice(0, 300)}`;
  if (known.status !== status) return `status ${status} with ${known.code}`;
  const isSentence = typeof refusal.message === 'string' && !/[{}]/.test(refusal.message);
  return refusal.success === false && isSentence ? undefined : `no refusal: ${text}`;
}

export const ANY_BODY = {
  ...{ email: newAddress(), password: PASSWORD, rememberDevice: true, name: 'Asha', token: 'x', id: 'x' },
  ...{ code: '000000', trust: false, proof: 'x', decision: 'keep', provider: 'google', purpose: 'sign-in' },
  ...{ birthDate: '1990-01-31', kind: 'error', message: 'x', path: '/' },
  events: [{ kind: 'view', path: '/' }],
  answer: createAuthenticator().use({ challenge: 'x' }),
};
