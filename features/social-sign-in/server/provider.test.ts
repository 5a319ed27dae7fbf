import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SAMPLE_FLOW } from '#server/testing/social-site.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { createGithub } from './github.ts';
import { createGoogle } from './google.ts';
import { createProviderFetch } from './provider.ts';

const LONG = 60_000;
const SHORT = 50;

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code).end();
const unfinished: RequestListener = (_, response) => void response.writeHead(200).write('{');
const endless: RequestListener = (_, response) => {
  response.writeHead(200);
  const part = Buffer.alloc(256 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
};

describe('a call to a provider', () => {
  test('reads the whole response, even if its status is an error', async () => {
    const url = await serverThat((_, response) => response.writeHead(400).end('{"error":"no"}'));
    const answer = await createProviderFetch(LONG)(url, {});
    expect([answer.status, await answer.text()]).toEqual([400, '{"error":"no"}']);
  });

  test.each<[string, number, RequestListener, string]>([
    ['the status 429', LONG, status(429), 'status-429'],
    ['the status 500', LONG, status(500), 'status-500'],
    ['the status 503', LONG, status(503), 'status-503'],
    ['no answer in time', SHORT, () => {}, 'TimeoutError'],
    ['an answer that does not end in time', SHORT, unfinished, 'TimeoutError'],
    ['an answer larger than a mebibyte', LONG, endless, 'Error'],
    ['a lost connection', LONG, (request) => request.socket.destroy(), 'UND_ERR_SOCKET'],
  ])(
    '[V16.5.2-2] fails with the error “provider-unavailable” after %s',
    async (_, timeout, answers, detail) => {
      const url = await serverThat(answers);
      const unavailable = expect.objectContaining({ code: 'provider-unavailable', detail });
      await expect(createProviderFetch(timeout)(url, {})).rejects.toEqual(unavailable);
    },
  );
});

const GOOGLE = 'https://accounts.google.com';
const FLOW = { ...SAMPLE_FLOW, purpose: 'deletion' } as const;

/** The tests use only these parts of Google’s discovery document. */
const METADATA = {
  issuer: GOOGLE,
  authorization_endpoint: `${GOOGLE}/o/oauth2/v2/auth`,
  token_endpoint: 'https://oauth2.googleapis.com/token',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
};

function googleAnswering(answers: (() => Response | Promise<Response>)[], issuer = GOOGLE) {
  const asked: string[] = [];
  const google = createGoogle({ id: 'id', secret: 'secret' }, issuer, async (url) => {
    asked.push(url);
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`not expected: ${url}`);
    return answer();
  });
  return { google, asked };
}

describe('the OpenID Connect issuer Google', () => {
  test('is asked to let the person choose an account before a deletion, because it has no “login” prompt', async () => {
    const { google } = googleAnswering([() => Response.json(METADATA)]);
    const { searchParams } = await google.authorizationUrl(FLOW);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['select_account', '0']);
  });

  test('gets one request for its metadata at the first sign-ins, and another after an hour', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const { google, asked } = googleAnswering([() => Response.json(METADATA), () => Response.json(METADATA)]);
    expect(asked).toEqual([]);
    await Promise.all([google.authorizationUrl(FLOW), google.authorizationUrl(FLOW)]);
    now.mockReturnValue(60 * 60_000);
    await google.authorizationUrl({ ...FLOW, purpose: 'sign-in' });
    expect(asked).toEqual([`${GOOGLE}/.well-known/openid-configuration`]);
    now.mockReturnValue(60 * 60_000 + 1);
    await google.authorizationUrl(FLOW);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['no authorization endpoint', { authorization_endpoint: undefined }],
    ['a key URL without encryption', { jwks_uri: 'http://www.googleapis.com/oauth2/v3/certs' }],
  ])(
    'cannot be used when its metadata have %s, and its metadata are fetched again at the next try',
    async (_, wrong) => {
      const { google } = googleAnswering([
        () => Response.json({ ...METADATA, ...wrong }),
        () => Response.json(METADATA),
      ]);
      await expect(google.authorizationUrl(FLOW)).rejects.toMatchObject({ code: 'provider-unavailable' });
      expect((await google.authorizationUrl(FLOW)).origin).toBe(GOOGLE);
    },
  );

  test('[V10.2.2-2] cannot be used when its metadata name another issuer', async () => {
    const { google } = googleAnswering([() => Response.json({ ...METADATA, issuer: 'https://example.net' })]);
    await expect(google.authorizationUrl(FLOW)).rejects.toThrow();
  });
});

test.each([
  'https://login.example.org',
  'https://login.example.org/o/app',
  'https://login.example.org/o/app/',
])(
  'the metadata of an issuer other than Google are fetched below the URL of GOOGLE_ISSUER, %s',
  async (issuer) => {
    const { googleIssuer } = settingsOf({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: issuer,
    });
    const { google, asked } = googleAnswering([() => Response.json({ ...METADATA, issuer })], googleIssuer);
    const { searchParams } = await google.authorizationUrl(FLOW);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(asked).toEqual([`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`]);
  },
);

const GITHUB_FLOW = { ...SAMPLE_FLOW, provider: 'github' } as const;

const CREDENTIALS = { id: 'id', secret: 'secret' };
const API = 'https://api.example.org';
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/login/oauth/access_token': { access_token: 'token', token_type: 'bearer' },
  '/user': { id: 4711, login: 'asha', name: 'Asha' },
  '/user/emails': [{ email: 'asha@example.com', primary: true, verified: true }],
};

async function personAtGithub(url: string) {
  const github = createGithub(CREDENTIALS, { url, apiUrl: API }, async (address) => {
    const { pathname } = new URL(address);
    return pathname in ANSWERS ? Response.json(ANSWERS[pathname]) : new Response('down', { status: 503 });
  });
  return github.identify(
    new URL(`${GITHUB_FLOW.redirectUri}?code=code&state=${GITHUB_FLOW.state}`),
    GITHUB_FLOW,
  );
}

/** Signs in at an issuer whose ID token does not contain the time of the sign-in. */
async function personAtIssuer(issuer: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const idToken = await new SignJWT({ sub: '4711', nonce: FLOW.nonce, email: 'asha@example.com' })
    .setProtectedHeader({ alg: 'RS256', kid: 'key' })
    .setIssuer(issuer)
    .setAudience('id')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  const { google } = googleAnswering(
    [
      () => Response.json({ ...METADATA, issuer }),
      () => Response.json({ access_token: 'token', token_type: 'bearer', id_token: idToken }),
      async () => Response.json({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'key' }] }),
    ],
    issuer,
  );
  return google.identify(new URL(`${FLOW.redirectUri}?code=code&state=${FLOW.state}&iss=${issuer}`), FLOW);
}

test('[V6.8.1] account ids of other issuers or GitHub hosts are stored with their host, those of Google and github.com unchanged', async () => {
  expect(await personAtIssuer(GOOGLE)).toMatchObject({ accountId: '4711', email: 'asha@example.com' });
  const other = 'https://login.example.org';
  expect((await personAtIssuer(other)).accountId).toBe(`${other} 4711`);
  expect((await personAtGithub('https://github.com')).accountId).toBe('4711');
  expect((await personAtGithub('https://GitHub.Example.org')).accountId).toBe('github.example.org 4711');
});

test('before a deletion, GitHub only lets the person choose an account, because GitHub cannot be asked for a new sign-in', async () => {
  const github = createGithub(CREDENTIALS, { url: 'https://github.com', apiUrl: API }, fetch);
  const { searchParams } = await github.authorizationUrl({ ...GITHUB_FLOW, purpose: 'deletion' });
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['select_account', null]);
});
