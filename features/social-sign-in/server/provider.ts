import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { z } from 'zod';
import {
  isSocialErrorCode,
  PROVIDERS,
  SOCIAL_PURPOSES,
  type SocialErrorCode,
} from '#features/social-sign-in/contract.ts';
import { fetchWhole } from '#server/http/fetch-whole.ts';
import { type Keyring, seal, unseal } from '#server/settings/keyring.ts';
import { MINUTE_MS } from '#server/time.ts';

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

/** Ends a sign-in with a provider; the visitor is told `code`. */
export class SocialFailure extends Error {
  override readonly name = 'SocialFailure';
  readonly code: SocialErrorCode;
  /** For the log: what exactly was wrong. Never an address, a name or a token. */
  readonly detail: string;

  constructor(code: SocialErrorCode, detail = '') {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

export function failSocial(code: SocialErrorCode, detail?: string): never {
  throw new SocialFailure(code, detail);
}

/** What providers say (RFC 6749, OpenID Connect Core §3.1.2.6, GitHub's own), where it is more than "not valid". */
const MEANINGS: Readonly<Record<string, SocialErrorCode>> = {
  access_denied: 'user-cancelled',
  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // Wrong credentials or addresses: the operator has to set it up again.
  invalid_client: 'operation-not-allowed',
  unauthorized_client: 'operation-not-allowed',
  incorrect_client_credentials: 'operation-not-allowed',
  redirect_uri_mismatch: 'operation-not-allowed',
  application_suspended: 'operation-not-allowed',
};

/** Makes a named failure of what `openid-client` threw; `undefined` for what is no answer of a provider's. */
export function explainFailure(error: unknown): SocialFailure | undefined {
  if (error instanceof SocialFailure) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    // A provider may speak in the codes of our catalogue itself (docs/product.md, "Social sign-in").
    const own = isSocialErrorCode(error.error) ? error.error : 'invalid-provider-answer';
    return new SocialFailure(MEANINGS[error.error] ?? own, harmless(error.error));
  }
  if (!(error instanceof ClientError)) return undefined;
  // `openid-client` wraps what our own fetch throws.
  return explainFailure(error.cause) ?? new SocialFailure('invalid-provider-answer', error.code);
}

/** It comes from outside and goes into the log. */
function harmless(code: string): string {
  return /^[\w-]{1,60}$/.test(code) ? code : 'unreadable';
}

const flow = z.object({
  provider: z.enum(PROVIDERS),
  event: z.string(),
  purpose: z.enum(SOCIAL_PURPOSES),
  mode: z.enum(['popup', 'redirect']),
  remember: z.boolean(),
  /** Ties the answer to this browser. */
  state: z.string(),
  /** Ties the ID token to this request. */
  nonce: z.string(),
  /** PKCE: a thief of the code cannot use it. */
  verifier: z.string(),
  /** Where the provider sends the visitor back to. */
  redirectUri: z.string(),
  /** The version of the notice that was shown beside the button. */
  notice: z.string().optional(),
  /** For other purposes than signing in: the session that must come back. */
  sessionId: z.string().optional(),
  /** Milliseconds. */
  startedAt: z.number(),
});

/**
 * A sign-in with a provider that is under way, kept in the browser and signed: the server stores nothing between start
 * and callback (docs/decisions/0016).
 */
export type SocialFlow = Readonly<z.infer<typeof flow>>;

/** Long enough to find a password and a second factor. */
export const FLOW_MS = 10 * MINUTE_MS;

const PURPOSE = 'social-sign-in';

export function sealFlow(keyring: Keyring, value: SocialFlow): string {
  return seal(keyring, PURPOSE, value, value.startedAt + FLOW_MS);
}

/** `undefined` for a value that is not ours, was changed, or is too old. */
export function openFlow(keyring: Keyring, value: string | undefined, now: Date): SocialFlow | undefined {
  return unseal(keyring, PURPOSE, value, { schema: flow, now });
}

type Press = Pick<SocialFlow, 'event' | 'mode'>;

/** As `SocialStart.event` wants it; without a `~`, which parts what a state is made of. */
export const eventOfPress = z.string().regex(/^[\w-]{8,64}$/);

const press = z.object({ event: eventOfPress, mode: z.enum(['popup', 'redirect']) });

/** The `state` of a request to a provider: whose press it is, and something that only this browser's cookie knows. */
export function createState({ event, mode }: Press, secret: string): string {
  return `${event}~${mode}~${secret}`;
}

/** The press that an answer names, if any. Anybody can write that: use it only to report a failure to that press. */
export function pressIn(state: string): Press | undefined {
  const [event, mode] = state.split('~');
  return press.safeParse({ event, mode }).data;
}
