import { PROVIDER_NAMES, type Provider } from '#features/social-sign-in/contract.ts';
import { isLoopbackHost } from '#server/settings/loopback.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Names each provider that a stand-in plays: nothing that is really Google or GitHub runs on this machine. */
export function standInLines(settings: Settings): Readonly<Record<string, string>> {
  return {
    ...(settings.google && standInLine('google', settings.googleIssuer)),
    ...(settings.github && standInLine('github', settings.githubUrl)),
  };
}

function standInLine(provider: Provider, url: string): Readonly<Record<string, string>> {
  if (!isLoopbackHost(new URL(url).hostname)) return {};
  return {
    [PROVIDER_NAMES[provider]]: `a stand-in at ${url}, not the real one: sign in with any name and address`,
  };
}
