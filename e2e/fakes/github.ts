import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountPage, FIELDS, type Person, personFrom, problemPage } from './account-page.ts';
import { readForm, type SiteCredentials, type StandIn, send, startStandIn } from './stand-in-server.ts';

/** The default OAuth credentials with which the site is registered at the stand-in for GitHub. */
export const GITHUB_CLIENT: SiteCredentials = { id: 'stand-in-github', secret: 'stand-in-github-secret' };

/** The callback path that a site's owner registers at GitHub. */
const CALLBACK_PATH = '/api/account/social/github/callback';

/** The faults that can be chosen for one visit, each with its label on the form. */
export const GITHUB_FAULTS = {
  'wrong-state': 'Comes back with another state',
  'another-issuer': 'Comes back in the name of another issuer (mix-up)',
  'server-error': 'Comes back with an error of its own',
  'token-down': 'Token endpoint answers 503',
  'token-refused': 'Token endpoint refuses the code',
  'token-nonsense': 'Token endpoint answers with something else',
  'user-down': 'API answers 503 to “who is it”',
  'user-nonsense': 'API answers “who is it” with something else',
  'emails-down': 'API answers 503 to “which addresses”',
  'many-emails': 'The primary address stands behind 40 others',
} as const;

type Visit = { readonly person: Person; readonly fault: string; readonly scope: string };
type Code = Visit & { readonly challenge: string; readonly redirectUri: string };

/** A stand-in for GitHub: its OAuth pages and the three API calls that the site makes, all on one origin. */
export function startGithubStandIn({ port = 0, client = GITHUB_CLIENT } = {}): Promise<StandIn> {
  return startStandIn(port, async (url) => {
    const codes = new Map<string, Code>();
    const tokens = new Map<string, Visit>();

    const authorize = async (request: IncomingMessage, response: ServerResponse, asked: URL) => {
      const query = (name: string) => asked.searchParams.get(name) ?? '';
      const redirectUri = query('redirect_uri');
      const problem = problemOf(query, client);
      if (problem !== undefined) return send(response, problemPage('GitHub', problem), 404);
      if (request.method !== 'POST') {
        const page = { action: `${asked.pathname}${asked.search}`, askedBy: new URL(redirectUri).host };
        const looks = { provider: 'GitHub', agree: 'Authorize', faults: GITHUB_FAULTS } as const;
        return send(response, accountPage({ ...page, ...looks }));
      }
      const form = await readForm(request);
      const fault = form.get(FIELDS.fault) ?? '';
      const back = new URL(redirectUri);
      if (form.get(FIELDS.answer) !== 'continue') {
        back.searchParams.set('error', 'access_denied');
      } else if (fault === 'server-error') {
        back.searchParams.set('error', 'server_error');
      } else {
        const code = randomBytes(10).toString('hex');
        const visit = { person: personFrom(form), fault, scope: query('scope') };
        codes.set(code, { ...visit, challenge: query('code_challenge'), redirectUri });
        back.searchParams.set('code', code);
      }
      back.searchParams.set('state', `${query('state')}${fault === 'wrong-state' ? '-made-up' : ''}`);
      // GitHub sends `iss` since April 2026 (RFC 9207).
      const issuer = fault === 'another-issuer' ? 'https://issuer.example.net' : `${url}/login/oauth`;
      back.searchParams.set('iss', issuer);
      response.writeHead(302, { location: back.href }).end();
    };

    const exchange = async (request: IncomingMessage, response: ServerResponse) => {
      const form = await readForm(request);
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (code?.fault === 'token-down') return send(response, 'down', 503);
      if (code?.fault === 'token-nonsense') return send(response, { hello: 'world' });
      // GitHub answers a refused token request with status 200 and an error in the body.
      const error = refusalOf(form, code, client);
      if (code === undefined || error !== undefined) return send(response, { error });
      const token = `gho_${randomBytes(18).toString('hex')}`;
      tokens.set(token, code);
      const scope = code.scope.replaceAll(' ', ',');
      send(response, { access_token: token, token_type: 'bearer', scope });
    };

    const api = ({ headers }: IncomingMessage, response: ServerResponse, asked: URL) => {
      const visit = tokens.get(/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
      if (visit === undefined) return send(response, { message: 'Bad credentials' }, 401);
      if (headers['user-agent'] === undefined)
        return send(response, { message: 'Request forbidden by administrative rules.' }, 403);
      const { person, fault, scope } = visit;
      const what = { '/user': 'user', '/user/emails': 'emails' }[asked.pathname];
      if (fault === `${what}-down`) return send(response, { message: 'Unavailable' }, 503);
      if (fault === 'user-nonsense') return send(response, ['what', 'is', 'this']);
      if (what === 'user') return send(response, publicUser(person));
      if (what !== 'emails' || !scope.split(/[ ,]/).includes('user:email'))
        return send(response, { message: 'Not Found' }, 404);
      // GitHub's API returns 30 items per page by default, and at most 100.
      const size = Math.min(Number(asked.searchParams.get('per_page') ?? 30), 100);
      send(response, emailsOf(person, fault === 'many-emails' ? 40 : 1).slice(0, size));
    };

    return async (request, response) => {
      const asked = new URL(request.url ?? '/', url);
      if (asked.pathname === '/login/oauth/authorize') await authorize(request, response, asked);
      else if (asked.pathname === '/login/oauth/access_token' && request.method === 'POST')
        await exchange(request, response);
      else api(request, response, asked);
    };
  });
}

function problemOf(query: (name: string) => string, client: SiteCredentials): string | undefined {
  if (query('client_id') !== client.id) return 'No application has this client_id.';
  if (URL.parse(query('redirect_uri'))?.pathname !== CALLBACK_PATH)
    return 'The redirect_uri is not associated with this application.';
  if (query('code_challenge_method') !== 'S256' || query('code_challenge') === '')
    return 'The stand-in insists on PKCE with S256.';
  return undefined;
}

function refusalOf(form: URLSearchParams, code: Code | undefined, client: SiteCredentials) {
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
    return 'incorrect_client_credentials';
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (code === undefined || code.challenge !== challenge || code.fault === 'token-refused')
    return 'bad_verification_code';
  return form.get('redirect_uri') === code.redirectUri ? undefined : 'redirect_uri_mismatch';
}

function publicUser({ id, login, name }: Person) {
  return { id: Number(id), login, name: name === '' ? null : name, email: null };
}

/** The addresses in GitHub's order: the primary address is not always the first. */
function emailsOf({ login, email, isVerified }: Person, others: number) {
  const other = (_: unknown, index: number) => ({
    ...{ email: `${login}+${index}@users.noreply.github.example`, primary: false },
    ...{ verified: true, visibility: null },
  });
  const primary = { email, primary: true, verified: isVerified, visibility: 'private' };
  return email === '' ? [] : [...Array.from({ length: others }, other), primary];
}
