import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountPage, problemPage } from './account-page.ts';
import { FIELDS, type Person, personFrom } from './person.ts';
import {
  readBody,
  type SiteCredentials,
  type StandIn,
  sendJson,
  sendPage,
  startStandIn,
} from './stand-in-server.ts';

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
      const { searchParams: query } = asked;
      const redirectUri = query.get('redirect_uri') ?? '';
      const problem = problemOf(query, client);
      if (problem !== undefined) {
        sendPage(response, problemPage('GitHub', problem), 404);
        return;
      }
      if (request.method !== 'POST') {
        sendPage(
          response,
          accountPage({
            provider: 'GitHub',
            action: `${asked.pathname}${asked.search}`,
            askedBy: new URL(redirectUri).host,
            agree: 'Authorize',
            hasLogin: true,
            faults: GITHUB_FAULTS,
          }),
        );
        return;
      }
      const form = new URLSearchParams(await readBody(request));
      const fault = form.get(FIELDS.fault) ?? '';
      const back = new URL(redirectUri);
      if (form.get(FIELDS.answer) !== 'continue') {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The user has denied your application access.');
      } else if (fault === 'server-error') {
        back.searchParams.set('error', 'server_error');
      } else {
        const person = personFrom(form);
        const code = randomBytes(10).toString('hex');
        codes.set(code, {
          person,
          fault,
          scope: query.get('scope') ?? '',
          challenge: query.get('code_challenge') ?? '',
          redirectUri,
        });
        back.searchParams.set('code', code);
      }
      back.searchParams.set(
        'state',
        `${query.get('state') ?? ''}${fault === 'wrong-state' ? '-made-up' : ''}`,
      );
      // GitHub sends `iss` since April 2026 (RFC 9207).
      back.searchParams.set(
        'iss',
        fault === 'another-issuer' ? 'https://issuer.example.net' : `${url}/login/oauth`,
      );
      response.writeHead(302, { location: back.href }).end();
    };

    const exchange = async (request: IncomingMessage, response: ServerResponse) => {
      const form = new URLSearchParams(await readBody(request));
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (code?.fault === 'token-down') {
        response.writeHead(503).end('down');
        return;
      }
      if (code?.fault === 'token-nonsense') {
        sendJson(response, { hello: 'world' });
        return;
      }
      // GitHub answers a refused token request with status 200 and an error in the body.
      const error = refusalOf(form, code, client);
      if (code === undefined || error !== undefined) {
        sendJson(response, { error, error_description: 'See the documentation.' });
        return;
      }
      const token = `gho_${randomBytes(18).toString('hex')}`;
      tokens.set(token, code);
      sendJson(response, {
        access_token: token,
        token_type: 'bearer',
        scope: code.scope.replaceAll(' ', ','),
      });
    };

    const api = (
      request: IncomingMessage,
      response: ServerResponse,
      { pathname: path, searchParams }: URL,
    ) => {
      const visit = tokens.get(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
      if (visit === undefined) {
        sendJson(response, { message: 'Bad credentials' }, 401);
        return;
      }
      if (request.headers['user-agent'] === undefined) {
        sendJson(response, { message: 'Request forbidden by administrative rules.' }, 403);
        return;
      }
      const { person, fault, scope } = visit;
      if (
        (fault === 'user-down' && path === '/user') ||
        (fault === 'emails-down' && path === '/user/emails')
      ) {
        sendJson(response, { message: 'Unavailable' }, 503);
      } else if (fault === 'user-nonsense') {
        sendJson(response, ['what', 'is', 'this']);
      } else if (path === '/user') {
        sendJson(response, publicUser(person));
      } else if (path === '/user/emails') {
        const others = fault === 'many-emails' ? 40 : 1;
        if (!scope.split(/[ ,]/).includes('user:email')) sendJson(response, { message: 'Not Found' }, 404);
        else sendJson(response, emailsOf(person, others).slice(0, pageSize(searchParams)));
      } else {
        sendJson(response, { message: 'Not Found' }, 404);
      }
    };

    return async (request, response) => {
      const asked = new URL(request.url ?? '/', url);
      if (asked.pathname === '/login/oauth/authorize') await authorize(request, response, asked);
      else if (asked.pathname === '/login/oauth/access_token' && request.method === 'POST')
        await exchange(request, response);
      else if (asked.pathname.startsWith('/user')) api(request, response, asked);
      else sendJson(response, { message: 'Not Found' }, 404);
    };
  });
}

function problemOf(query: URLSearchParams, client: SiteCredentials): string | undefined {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== client.id) return 'No application has this client_id.';
  if (!URL.canParse(redirectUri) || new URL(redirectUri).pathname !== CALLBACK_PATH)
    return 'The redirect_uri is not associated with this application.';
  if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge'))
    return 'The stand-in insists on PKCE with S256.';
  return undefined;
}

function refusalOf(
  form: URLSearchParams,
  code: Code | undefined,
  client: SiteCredentials,
): string | undefined {
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
    return 'incorrect_client_credentials';
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
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
    email: `${login}+${index}@users.noreply.github.example`,
    primary: false,
    verified: true,
    visibility: null,
  });
  const primary = { email, primary: true, verified: isVerified, visibility: 'private' };
  return email === '' ? [] : [...Array.from({ length: others }, other), primary];
}

/** GitHub's API returns 30 items per page by default, and at most 100. */
function pageSize(query: URLSearchParams): number {
  return Math.min(Number(query.get('per_page') ?? 30), 100);
}
