import type { SocialFlow } from '#features/social-sign-in/server/provider.ts';

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
