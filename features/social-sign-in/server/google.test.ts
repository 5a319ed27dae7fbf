import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { settingsOf } from '#server/testing/settings-of.ts';
import { SAMPLE_FLOW } from '#server/testing/social-flow.ts';
import { createGoogle } from './google.ts';

const GOOGLE = 'https://accounts.google.com';
const FLOW = { ...SAMPLE_FLOW, purpose: 'deletion' } as const;

/** The parts of Google's discovery document that are used. */
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
  it('is asked to let the person choose an account before a deletion, because it has no “login” prompt', async () => {
    const { google } = googleAnswering([() => Response.json(METADATA)]);
    const { searchParams } = await google.authorizationUrl(FLOW);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['select_account', '0']);
  });

  it('has its metadata fetched only once, at the first sign-in, even by several sign-ins at once', async () => {
    const { google, asked } = googleAnswering([() => Response.json(METADATA)]);
    expect(asked).toEqual([]);
    await Promise.all([google.authorizationUrl(FLOW), google.authorizationUrl(FLOW)]);
    await google.authorizationUrl({ ...FLOW, purpose: 'sign-in' });
    expect(asked).toEqual([`${GOOGLE}/.well-known/openid-configuration`]);
  });

  it.each([
    ['no authorization endpoint', { authorization_endpoint: undefined }],
    ['a key URL without encryption', { jwks_uri: 'http://www.googleapis.com/oauth2/v3/certs' }],
  ])(
    'is refused when its metadata have %s, and its metadata are fetched again at the next try',
    async (_, wrong) => {
      const { google } = googleAnswering([
        () => Response.json({ ...METADATA, ...wrong }),
        () => Response.json(METADATA),
      ]);
      await expect(google.authorizationUrl(FLOW)).rejects.toMatchObject({ code: 'provider-unavailable' });
      expect((await google.authorizationUrl(FLOW)).origin).toBe(GOOGLE);
    },
  );

  it('has its metadata fetched again after an hour', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const { google, asked } = googleAnswering([() => Response.json(METADATA), () => Response.json(METADATA)]);
    await google.authorizationUrl(FLOW);
    now.mockReturnValue(60 * 60_000);
    await google.authorizationUrl(FLOW);
    expect(asked).toHaveLength(1);
    now.mockReturnValue(60 * 60_000 + 1);
    await google.authorizationUrl(FLOW);
    expect(asked).toHaveLength(2);
  });

  it('has its account IDs stored unchanged, and need not tell the time of the sign-in', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const idToken = await new SignJWT({ sub: '4711', nonce: FLOW.nonce, email: 'asha@example.com' })
      .setProtectedHeader({ alg: 'RS256', kid: 'key' })
      .setIssuer(GOOGLE)
      .setAudience('id')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    const { google } = googleAnswering([
      () => Response.json(METADATA),
      () => Response.json({ access_token: 'token', token_type: 'bearer', id_token: idToken }),
      async () => Response.json({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'key' }] }),
    ]);
    const answer = new URL(`${FLOW.redirectUri}?code=code&state=${FLOW.state}&iss=${GOOGLE}`);
    expect(await google.identify(answer, FLOW)).toMatchObject({
      accountId: '4711',
      email: 'asha@example.com',
    });
  });

  it('[V10.2.2-2] is refused when its metadata name another issuer', async () => {
    const { google } = googleAnswering([() => Response.json({ ...METADATA, issuer: 'https://example.net' })]);
    await expect(google.authorizationUrl(FLOW)).rejects.toThrow();
  });
});

it.each(['https://login.example.org', 'https://login.example.org/o/app', 'https://login.example.org/o/app/'])(
  'the metadata of an issuer in place of Google are fetched from exactly the URL in the setting: %s',
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
