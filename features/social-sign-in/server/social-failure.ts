import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { isSocialErrorCode, type SocialErrorCode } from '#features/social-sign-in/contract.ts';

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
