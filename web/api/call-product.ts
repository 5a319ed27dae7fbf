import { PAGE_ERRORS } from '#contract/page-errors.ts';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import { type CallOptions, type CallResult, call, type FailedCall } from './call-api.ts';
import { publicSettings } from './public-settings.ts';

type AskForToken = () => Promise<CallResult<TokenAnswer>>;

const [askForToken] = Object.values(
  import.meta.glob<AskForToken>('/features/*/web/slots/product-token.ts', { eager: true, import: 'default' }),
);

/**
 * Calls the product API with the session cookie or, on another server, with the person's bearer token. A call at sign-up has no
 * token, because it is not about the person who may still be signed in. Never throws.
 */
export async function callProduct<T>(
  path: string,
  options: CallOptions = {},
  { isSignUp = false } = {},
): Promise<CallResult<T>> {
  const { apiHost, apiKey } = publicSettings();
  if (apiHost === '') return callOwnProduct<T>(path, options);
  const headers = { 'x-api-key': apiKey };
  const result = isSignUp ? undefined : await askForToken?.();
  if (result?.kind === 'ok') {
    return call<T>(apiHost + path, options, { ...headers, authorization: `Bearer ${result.data.token}` });
  }
  // Without a token, the other server decides whether it accepts the API key alone.
  const isNobody = isSignUp || (result?.kind === 'refused' && result.status === 401);
  return isNobody ? call<T>(apiHost + path, options, headers) : { kind: 'offline' };
}

/** Calls the product API of the site's own server, even when `PRODUCT_API_URL` names another. Never throws. */
export function callOwnProduct<T>(path: string, options: CallOptions = {}): Promise<CallResult<T>> {
  return call<T>(path, options, { 'x-api-key': publicSettings().apiKey });
}

const { UNEXPECTED, STORAGE_AWAY, NOT_READY } = PAGE_ERRORS;
const ANY_FAILURE = new Set<string>([UNEXPECTED, STORAGE_AWAY, NOT_READY]);

/** The message for a record that was not saved: the server's message, unless it is generic (docs/product.md, "Product API"). */
export function saveProblem(result: FailedCall): string {
  if (result.kind === 'offline') return PAGE_ERRORS.SAVE_FAILED;
  const { message } = result.refusal;
  return result.status >= 500 && ANY_FAILURE.has(message) ? PAGE_ERRORS.SAVE_FAILED : message;
}
