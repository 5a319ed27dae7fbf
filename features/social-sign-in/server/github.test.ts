import { expect, it } from 'vitest';
import { SAMPLE_FLOW } from '#server/testing/social-flow.ts';
import { createGithub } from './github.ts';

const FLOW = { ...SAMPLE_FLOW, provider: 'github' } as const;

const CREDENTIALS = { id: 'id', secret: 'secret' };
const API = 'https://api.example.org';
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/login/oauth/access_token': { access_token: 'token', token_type: 'bearer' },
  '/user': { id: 4711, login: 'asha', name: 'Asha' },
  '/user/emails': [{ email: 'asha@example.com', primary: true, verified: true }],
};

async function personAt(url: string, answers = ANSWERS) {
  const github = createGithub(CREDENTIALS, { url, apiUrl: API }, async (address) => {
    const { pathname } = new URL(address);
    return pathname in answers ? Response.json(answers[pathname]) : new Response('down', { status: 503 });
  });
  return github.identify(new URL(`${FLOW.redirectUri}?code=code&state=${FLOW.state}`), FLOW);
}

it('account ids of github.com are stored unchanged, and those of another host with the host name', async () => {
  expect((await personAt('https://github.com')).accountId).toBe('4711');
  expect((await personAt('https://GitHub.Example.org')).accountId).toBe('github.example.org 4711');
});

it('a GitHub user without a display name gets the login name', async () => {
  const answers = { ...ANSWERS, '/user': { id: 4711, login: 'asha', name: null } };
  expect((await personAt('https://github.com', answers)).name).toBe('asha');
});

it('before a deletion, GitHub is asked only for a choice of account, because it cannot be asked for a new sign-in', async () => {
  const github = createGithub(CREDENTIALS, { url: 'https://github.com', apiUrl: API }, fetch);
  const { searchParams } = await github.authorizationUrl({ ...FLOW, purpose: 'deletion' });
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['select_account', null]);
});
