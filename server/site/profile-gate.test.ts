import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { leadToSignIn } from './profile-gate.ts';

const app = new Hono().use('/profile', leadToSignIn('session')).get('/profile', (c) => c.text('The profile'));
const visit = (method: string, cookie?: string) =>
  app.request('/profile?x=1', { method, headers: cookie === undefined ? {} : { cookie } });

test.each([undefined, '', 'other=1; xsession=2', 'Session=1'])(
  'from the profile to the sign-in: %s',
  async (cookie) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await visit(method, cookie);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        '/auth',
        'no-store',
      ]);
    }
  },
);

test('whoever names a session gets the page, which asks what it is worth', async () => {
  expect(await (await visit('GET', 'a=b; session=of-long-ago')).text()).toBe('The profile');
});
