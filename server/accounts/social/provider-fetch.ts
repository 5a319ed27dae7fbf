import { failSocial } from './social-failure.ts';

/** `openid-client` calls providers through this, and so do we. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long a provider may take for one answer. */
export const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Reads whole answers. Throws `provider-unavailable` when the provider is unreachable, late, or answers 429 or 5xx.
 */
export function createProviderFetch(timeoutMs: number): ProviderFetch {
  return async (url, init) => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      .then(async (response) => ({ response, body: await response.arrayBuffer() }))
      .catch((error: unknown) => failSocial('provider-unavailable', reasonOf(error)));
    const { status, headers } = answer.response;
    if (status === 429 || status >= 500) failSocial('provider-unavailable', `status-${status}`);
    return new Response(status === 204 || status === 304 ? null : answer.body, { status, headers });
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
