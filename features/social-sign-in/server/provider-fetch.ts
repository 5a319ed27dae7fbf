import { fetchWhole } from '#server/http/fetch-whole.ts';
import { failSocial } from './social-failure.ts';

/** `openid-client` calls providers through this, and so do we. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long a provider may take for one answer. */
export const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Reads whole answers. Throws `provider-unavailable` when the provider is unreachable or late, or answers 429, 5xx or too much.
 */
export function createProviderFetch(timeoutMs: number): ProviderFetch {
  return async (url, init) => {
    const answer = await fetchWhole(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error: unknown) => failSocial('provider-unavailable', reasonOf(error)),
    );
    const { status } = answer;
    if (status === 429 || status >= 500) failSocial('provider-unavailable', `status-${status}`);
    return answer;
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
