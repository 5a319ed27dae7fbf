import { z } from 'zod';
import { PROVIDER_NAMES, PROVIDERS, type SocialSettings } from '#features/social-sign-in/contract.ts';
import type { LaunchCheck } from '#server/settings/launch-checks.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';
import {
  httpUrl,
  isLoopbackHost,
  overHttps,
  type SettingsOf,
  settingsPart,
  url,
} from '#server/settings/settings-part.ts';

export type OAuthClient = { readonly id: string; readonly secret: string };

export const GOOGLE = 'https://accounts.google.com';
const SECRETS = 'secrets are';

export const socialSettings = settingsPart({
  fields: {
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    // The URL stays as typed, because it must equal the issuer’s name, which may end with a slash.
    GOOGLE_ISSUER: overHttps(url(['http:', 'https:'], GOOGLE), SECRETS).default(GOOGLE),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GITHUB_URL: overHttps(httpUrl('https://github.com'), SECRETS).default('https://github.com'),
    GITHUB_API_URL: overHttps(httpUrl('https://api.github.com'), SECRETS).default('https://api.github.com'),
  },
  shown: { GOOGLE_ISSUER: 'host', GITHUB_URL: 'host', GITHUB_API_URL: 'host' },
  problems: (env) =>
    (['GOOGLE', 'GITHUB'] as const).flatMap((provider) => {
      const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const;
      return [
        env[id] === undefined && env[secret] !== undefined && ([id, `is required with ${secret}`] as const),
        env[id] !== undefined && env[secret] === undefined && ([secret, `is required with ${id}`] as const),
      ];
    }),
  values: (env) => ({
    google: client(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    googleIssuer: env.GOOGLE_ISSUER,
    github: client(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    githubUrl: env.GITHUB_URL,
    githubApiUrl: env.GITHUB_API_URL,
  }),
});

function client(id: string | undefined, secret: string | undefined): OAuthClient | undefined {
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof socialSettings> {}
}

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
    fix: `register the site with ${name}, as docs/operating.md says, or leave it unset`,
    problem: (env) => env[setting] === undefined && `is not set: visitors do not see a button for ${name}`,
  };
});

export function socialPages({ origin, google, github, authorizedDomains }: Settings): FeaturePages {
  const providers = { google: google !== undefined, github: github !== undefined };
  const isOnThisMachine = isLoopbackHost(new URL(origin).hostname);
  const offeredProviders = PROVIDERS.filter((provider) => isOnThisMachine || providers[provider]);
  const hidden = PROVIDERS.filter((provider) => !offeredProviders.includes(provider));
  const without = hidden.length > 0 ? ` data-without="${hidden.join(' ')}"` : '';
  const hasNone = !PROVIDERS.some((provider) => providers[provider]);
  return {
    publicSettings: { providers, offeredProviders, authorizedDomains } satisfies SocialSettings,
    // The attributes of `<html>` by which auth.css styles the buttons before scripts run.
    attributes: `${without}${hasNone ? ' data-no-providers' : ''}`,
  };
}

/** Lists the configured providers that are fake servers on this machine. */
export function standInLines(settings: Settings): Readonly<Record<string, string>> {
  const urls = {
    google: settings.google && settings.googleIssuer,
    github: settings.github && settings.githubUrl,
  };
  const lines: Record<string, string> = {};
  for (const provider of PROVIDERS) {
    const url = urls[provider];
    if (url !== undefined && isLoopbackHost(new URL(url).hostname))
      lines[PROVIDER_NAMES[provider]] =
        `a stand-in at ${url}, not the real one: sign in with any name and address`;
  }
  return lines;
}
