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

/** Whether the purpose of the flow is that the signed-in person proves their identity again. */
export const asksForProof = (purpose: SocialFlow['purpose']) => purpose === 'proof' || purpose === 'deletion';

export type ProviderPerson = {
  /** The provider's id of the account (`accountKey`); it never changes, while address and name may. */
  readonly accountId: string;
  /** The address as the provider sent it. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** Display name; empty for none. */
  readonly name: string;
  /** Whether the person signed in at the provider after pressing the button. */
  readonly isFresh: boolean;
};

/** One provider in the authorisation-code flow. Both functions throw `SocialFailure` or unexpected errors. */
export type SocialProvider = {
  readonly authorizationUrl: (flow: SocialFlow) => Promise<URL>;
  /** Exchanges the code and checks everything in the answer. Does not keep the tokens. */
  readonly identify: (answer: URL, flow: SocialFlow) => Promise<ProviderPerson>;
};

/**
 * The stored id of a provider account. It includes the issuer or host unless that equals `usual`, because the same
 * number at another issuer or host belongs to another person.
 *
 * @param place an issuer or a host
 */
export function accountKey(place: string, usual: string, accountId: string): string {
  return place === usual ? accountId : `${place} ${accountId}`;
}

/** The fetch function for calls to a provider, also used by `openid-client`. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

export const PROVIDER_TIMEOUT_MS = 10_000;

/** A fetch that reads complete answers. Throws `provider-unavailable` on no connection, timeout, 429, 5xx or too much data. */
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

/** Ends a sign-in with a provider; the visitor sees the sentence for `code`. */
export class SocialFailure extends Error {
  override readonly name = 'SocialFailure';
  readonly code: SocialErrorCode;
  /** Detail for the log; never contains an address, a name or a token. */
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

/** Our codes for providers' error codes (RFC 6749, OpenID Connect Core §3.1.2.6, GitHub); others: an invalid answer. */
const MEANINGS: Readonly<Record<string, SocialErrorCode>> = {
  access_denied: 'user-cancelled',
  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // Wrong credentials or redirect addresses: the operator must fix the setup.
  invalid_client: 'operation-not-allowed',
  unauthorized_client: 'operation-not-allowed',
  incorrect_client_credentials: 'operation-not-allowed',
  redirect_uri_mismatch: 'operation-not-allowed',
  application_suspended: 'operation-not-allowed',
};

/** Converts an error of `openid-client` to a `SocialFailure`; `undefined` for errors that are not an answer of a provider. */
export function explainFailure(error: unknown): SocialFailure | undefined {
  if (error instanceof SocialFailure) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    // If the provider sent one of our own error codes, that code is kept (docs/product.md, "Social sign-in").
    const own = isSocialErrorCode(error.error) ? error.error : 'invalid-provider-answer';
    return new SocialFailure(MEANINGS[error.error] ?? own, loggableCode(error.error));
  }
  if (!(error instanceof ClientError)) return undefined;
  // `openid-client` wraps errors of our own fetch function, so the cause is explained.
  return explainFailure(error.cause) ?? new SocialFailure('invalid-provider-answer', error.code);
}

/** The code is checked before it is logged, because it comes from outside. */
function loggableCode(code: string): string {
  return /^[\w-]{1,60}$/.test(code) ? code : 'unreadable';
}

/** One press of a button. The format of `event` excludes `~`, which separates the parts of a state. */
export const press = z.object({
  event: z.string().regex(/^[\w-]{8,64}$/),
  mode: z.enum(['popup', 'redirect']),
});
type Press = z.infer<typeof press>;

const flow = press.extend({
  provider: z.enum(PROVIDERS),
  purpose: z.enum(SOCIAL_PURPOSES),
  remember: z.boolean(),
  /** Binds the provider's answer to this browser. */
  state: z.string(),
  /** Binds the ID token to this request. */
  nonce: z.string(),
  /** PKCE: a stolen code is useless without this secret. */
  verifier: z.string(),
  redirectUri: z.string(),
  notice: z.string().optional(),
  /** For purposes other than `sign-in`: the session that started the flow. */
  sessionId: z.string().optional(),
  /** Unix milliseconds. */
  startedAt: z.number(),
});

/**
 * A running sign-in with a provider, kept in a signed cookie: the server stores nothing between start and callback
 * (docs/decisions/0016).
 */
export type SocialFlow = Readonly<z.infer<typeof flow>>;

/** How long a flow may take: long enough to find a password and a second factor. */
export const FLOW_MS = 10 * MINUTE_MS;

const PURPOSE = 'social-sign-in';

export function sealFlow(keyring: Keyring, value: SocialFlow): string {
  return seal(keyring, PURPOSE, value, value.startedAt + FLOW_MS);
}

/** Opens a sealed flow; `undefined` for a value that was sealed with an unknown secret, was changed or is too old. */
export function openFlow(keyring: Keyring, value: string | undefined, now: Date): SocialFlow | undefined {
  return unseal(keyring, PURPOSE, value, { schema: flow, now });
}

/** The `state` of a request to a provider: event and mode of the sign-in attempt, and a secret that only this browser has. */
export function createState({ event, mode }: Press, secret: string): string {
  return `${event}~${mode}~${secret}`;
}

/** The event and mode in a state, if any. Anybody can forge a state, so use this only to report a failure. */
export function pressOfState(state: string): Press | undefined {
  const [event, mode] = state.split('~');
  return press.safeParse({ event, mode }).data;
}
