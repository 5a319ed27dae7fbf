import type { Provider } from '#features/social-sign-in/contract.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createGithub } from './github.ts';
import { createGoogle } from './google.ts';
import type { SocialProvider } from './provider.ts';
import type { ProviderFetch } from './provider-fetch.ts';

/** The providers that have credentials. Calls nobody yet. */
export function createProviders(
  settings: Settings,
  fetchProvider: ProviderFetch,
): Readonly<Record<Provider, SocialProvider | undefined>> {
  const { google, googleIssuer, github, githubUrl, githubApiUrl } = settings;
  return {
    google: google && createGoogle(google, googleIssuer, fetchProvider),
    github: github && createGithub(github, { url: githubUrl, apiUrl: githubApiUrl }, fetchProvider),
  };
}
