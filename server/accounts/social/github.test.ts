import { expect, it } from 'vitest';
import type { SocialFlow } from './flow-cookie.ts';
import { createGithub } from './github.ts';

const FLOW: SocialFlow = {
  provider: 'github',
  event: 'event-of-this-press',
  purpose: 'sign-in',
  mode: 'popup',
  remember: false,
  state: 'state',
  nonce: 'nonce',
  verifier: 'v'.repeat(43),
  redirectUri: 'https://www.example.com/api/account/social/github/callback',
  startedAt: 0,
};

const API = 'https://api.example.org';
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/login/oauth/access_token': { access_token: 'token', token_type: 'bearer' },
  '/user': { id: 4711, login: 'asha', name: 'Asha' },
  '/user/emails': [{ email: 'asha@example.com', primary: true, verified: true }],
};

async function personAt(url: string) {
  const github = createGithub({ id: 'id', secret: 'secret' }, { url, apiUrl: API }, async (address) =>
    Response.json(ANSWERS[new URL(address).pathname]),
  );
  return github.identify(new URL(`${FLOW.redirectUri}?code=code&state=${FLOW.state}`), FLOW);
}

it('GitHub’s account ids are kept as they are, those of another host with the host', async () => {
  expect((await personAt('https://github.com')).accountId).toBe('4711');
  expect((await personAt('https://GitHub.Example.org')).accountId).toBe('github.example.org 4711');
});
