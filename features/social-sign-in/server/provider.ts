import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { z } from 'zod';
import {
  isSocialErrorCode,
  PROVIDERS,
  SOCIAL_PURPOSES,
  type SocialErrorCode,
} from '#features/social-sign-in/contract.ts';
import { fetchWhole } from '#server/http/fetch-whole.ts';
import { type Keyring, readSigned, signValue } from '#server/settings/keyring.ts';
import { MINUTE_MS } from '#server/time.ts';

export const asksForProof = (purpose: SocialFlow['purpose']) => purpose === 'proof' || purpose === 'deletion';

export type ProviderPerson = {
  /** The account's id at the provider, made by `accountKey`. It never changes, while the address and the name may change. */
  readonly accountId: string;
  /** The address as the provider sent it. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** True if the person signed in at the provider after pressing the button here. */
  readonly isFresh: boolean;
};

/** Both functions of a provider throw `SocialFailure` for expected failures. */
export type SocialProvider = {
  readonly authorizationUrl: (flow: SocialFlow) => Promise<URL>;
  /** Checks the provider's answer and returns the person. Does not keep the tokens. */
  readonly identify: (answer: URL, flow: SocialFlow) => Promise<ProviderPerson>;
};

/**
 * Puts the issuer or host before an account id, because the same id at another issuer belongs to another person. Leaves out the
 * `usual` issuer or host.
 */
export function accountKey(place: string, usual: string, accountId: string): string {
  return place === usual ? accountId : `${place} ${accountId}`;
}

export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

export const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Makes a `fetch` that reads whole answers. It throws `provider-unavailable` on no connection, timeout, 429, 5xx or too much
 * data.
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

/** A failed sign-in. The visitor sees the sentence for `code`. */
export class SocialFailure extends Error {
  override readonly name = 'SocialFailure';
  readonly code: SocialErrorCode;
  /** The detail is for the log; it never contains an address, a name or a token. */
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

/** The codes are from RFC 6749, OpenID Connect Core §3.1.2.6 and GitHub. Others count as an invalid answer. */
const MEANINGS: Readonly<Record<string, SocialErrorCode>> = {
  access_denied: 'user-cancelled',
  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // These codes mean that the operator must correct the credentials or the redirect addresses.
  invalid_client: 'operation-not-allowed',
  unauthorized_client: 'operation-not-allowed',
  incorrect_client_credentials: 'operation-not-allowed',
  redirect_uri_mismatch: 'operation-not-allowed',
  application_suspended: 'operation-not-allowed',
};

/** Converts an error to a `SocialFailure`. Undefined for errors that are not an answer of a provider. */
export function explainFailure(error: unknown): SocialFailure | undefined {
  if (error instanceof SocialFailure) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    // Uses the provider's error code if it is one of this site's codes.
    const own = isSocialErrorCode(error.error) ? error.error : 'invalid-provider-answer';
    return new SocialFailure(MEANINGS[error.error] ?? own, loggableCode(error.error));
  }
  if (!(error instanceof ClientError)) return undefined;
  // `openid-client` wraps the errors of our own fetch function in a `ClientError`, so its `cause` is converted first.
  return explainFailure(error.cause) ?? new SocialFailure('invalid-provider-answer', error.code);
}

/** The code comes from outside, so it is checked before it is logged. */
function loggableCode(code: string): string {
  return /^[\w-]{1,60}$/.test(code) ? code : 'unreadable';
}

/** `event` must not contain `~`, which separates the parts of a state. */
export const press = z.object({
  event: z.string().regex(/^[\w-]{8,64}$/),
  mode: z.enum(['popup', 'redirect']),
});
type Press = z.infer<typeof press>;

const flow = press.extend({
  provider: z.enum(PROVIDERS),
  purpose: z.enum(SOCIAL_PURPOSES),
  remember: z.boolean(),
  /** A random text that binds the provider's answer to this browser. */
  state: z.string(),
  nonce: z.string(),
  /** PKCE: a stolen code is useless without this secret. */
  verifier: z.string(),
  redirectUri: z.string(),
  notice: z.string().optional(),
  /** The session that started the flow; absent for `sign-in`. */
  sessionId: z.string().optional(),
  /** The start of the sign-in, in Unix milliseconds. */
  startedAt: z.number(),
});

/**
 * A running sign-in, kept in a signed cookie: the server stores nothing between start and callback (docs/decisions/0016).
 */
export type SocialFlow = Readonly<z.infer<typeof flow>>;

/** How long a sign-in may take. The person needs time to find a password and a second factor. */
export const FLOW_MS = 10 * MINUTE_MS;

const PURPOSE = 'social-sign-in';

export function signFlow(keyring: Keyring, value: SocialFlow): string {
  return signValue(keyring, PURPOSE, value, value.startedAt + FLOW_MS);
}

/** Reads a signed flow. Undefined for a flow that was changed, is too old or was signed with an unknown secret. */
export function readFlow(keyring: Keyring, value: string | undefined, now: Date): SocialFlow | undefined {
  return readSigned(keyring, PURPOSE, value, { schema: flow, now });
}

/** The `state` of the request to the provider. Its `secret` shows that the answer comes back to the same browser. */
export function createState({ event, mode }: Press, secret: string): string {
  return `${event}~${mode}~${secret}`;
}

/** Reads the parts of a state. Anybody can forge a state, so use the result only to report a failure. */
export function pressOfState(state: string): Press | undefined {
  const [event, mode] = state.split('~');
  return press.safeParse({ event, mode }).data;
}
