import { PROVIDER_NAMES } from '#features/social-sign-in/contract.ts';
import type { LaunchCheck } from '#server/settings/launch-checks.ts';

export const socialLaunchChecks = (
  [
    ['google', 'GOOGLE_CLIENT_ID'],
    ['github', 'GITHUB_CLIENT_ID'],
  ] as const
).map(([provider, setting]): LaunchCheck => {
  const name = PROVIDER_NAMES[provider];
  return {
    setting,
    weight: 'advice',
    fix: `register the site with ${name}, as docs/operating.md says, or leave it so`,
    problem: (env) => env[setting] === undefined && `is not set: visitors do not see a button for ${name}`,
  };
});
