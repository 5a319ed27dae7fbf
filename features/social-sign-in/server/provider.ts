import { fetchWhole } from '#server/http/fetch-whole.ts';
import type { SocialFlow } from './flow.ts';
import { failSocial } from './social-failure.ts';

/** Whether somebody who is signed in is to be proved, and not only signed in or joined. */
export const asksForProof = (purpose: SocialFlow['purpose']) => purpose === 'proof' || purpose === 'deletion';

/** Who came back from a provider. */
export type ProviderPerson = {
  /** The provider's own id of the account (`accountKey`); never changes, while address and name may. */
  readonly accountId: string;
  /** As the provider wrote it. */
  readonly email: string | undefined;
  /** Whether the provider knows that the address is theirs. */
  readonly isEmailVerified: boolean;
  /** Display name; empty when there is none. */
  readonly name: string;
  /** Whether the provider showed that the person signed in there for this very press. */
  readonly isFresh: boolean;
};

/** One provider's side of the authorisation-code flow. Both calls throw `SocialFailure`, or what nobody foresaw. */
export type SocialProvider = {
  /** Where the visitor is sent. */
  readonly authorizationUrl: (flow: SocialFlow) => Promise<URL>;
  /** Exchanges the code of an answer and checks everything about it. The tokens are not kept. */
  readonly identify: (answer: URL, flow: SocialFlow) => Promise<ProviderPerson>;
};

/**
 * The id under which a provider's account is stored. It includes the place where that is not the usual one, because
 * the same number elsewhere is another person.
 *
 * @param place who gave the number: an issuer, a host
 */
export function accountKey(place: string, usual: string, accountId: string): string {
  return place === usual ? accountId : `${place} ${accountId}`;
}

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
