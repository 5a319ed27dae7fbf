import { z } from 'zod';
import { httpUrl, overHttps, url } from '#server/settings/fields.ts';
import { type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export type OAuthClient = { readonly id: string; readonly secret: string };

const GOOGLE = 'https://accounts.google.com';
const SECRETS = 'secrets are';

export const socialSettings = settingsPart({
  fields: {
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    // As it is: a slash at the end belongs to the names of some issuers.
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
