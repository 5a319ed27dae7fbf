import { TOKEN_TIMES } from '#contract/limits.ts';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import { type CallResult, networkTimeoutMs } from '#web/api/call-api.ts';

/** `taken`: 2xx. `refused`: do not retry. `failed`: 5xx, 408 or 429, retry later. `unreachable`: no answer, or a redirect. */
export type SendResult = 'taken' | 'refused' | 'failed' | 'unreachable';

export type SendToken = (method: 'POST' | 'DELETE', token: string | undefined) => Promise<SendResult>;

/** Creates the function that sends a token, without cookies or referrer and following no redirect. It never throws. */
export function createTokenSender(target: string): SendToken {
  return async (method, token) => {
    try {
      const response = await fetch(target, {
        method,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        // A sign-out must reach the server even when the page is left.
        keepalive: method === 'DELETE',
        signal: AbortSignal.timeout(networkTimeoutMs()),
      });
      await response.body?.cancel();
      if (response.ok) return 'taken';
      const later = response.status >= 500 || response.status === 429 || response.status === 408;
      return later ? 'failed' : 'refused';
    } catch {
      return 'unreachable';
    }
  };
}

/**
 * The URL that tokens may be sent to: only over https, and only to hosts of the site's own registrable domain
 * (docs/product.md, "Token sync"); otherwise undefined. The server checks its setting too, but the risk of a leaked
 * token justifies a second check.
 */
export function syncTarget(url: string, registrableDomain: string): string | undefined {
  if (registrableDomain === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isOwn = hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`);
  return protocol === 'https:' && isOwn && username === '' && password === '' ? href : undefined;
}

export type Token = {
  readonly text: string;
  /** The account id in the token. */
  readonly account: string;
  /** When the token was requested, in Unix milliseconds of this device. */
  readonly askedAt: number;
  /** When the next token is due: five minutes before this one expires, in Unix milliseconds of this device. */
  readonly refreshAt: number;
};

/** Requests a new token, at most five minutes old. `signed-out`: the server has no session. `unreachable`: try again later. */
export type TakeToken = () => Promise<Token | 'signed-out' | 'unreachable'>;

/** The shortest time until the next request, so that tokens with a short lifetime cause no loop of requests. */
const SHORTEST_WAIT_MS = 30_000;

/**
 * Creates the function that requests the short-lived tokens of the signed-in user (docs/product.md, "Tokens"). Never throws.
 * Computes only with the token's lifetime and this device's clock, so that a wrong clock does no harm. Drops an answer that became
 * old while the device slept.
 */
export function createTokenTaker(
  clock: () => number,
  fetchToken: () => Promise<CallResult<TokenAnswer>>,
): TakeToken {
  let last = '';
  return async () => {
    const askedAt = clock();
    const result = await fetchToken();
    if (result.kind === 'refused' && result.status === 401) return 'signed-out';
    const token = result.kind === 'ok' ? readToken(result.data.token, askedAt) : undefined;
    const age = clock() - askedAt;
    if (token === undefined || token.text === last || age < 0 || age > TOKEN_TIMES.syncMaxAge)
      return 'unreachable';
    last = token.text;
    return token;
  };
}

/** Reads a JWT without verifying it, because it comes from our own server. Undefined when it is not valid. */
function readToken(text: unknown, askedAt: number): Token | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const base64 = text.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { sub, iat, exp } = JSON.parse(atob(base64)) as Record<string, unknown>;
    if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return undefined;
    const untilRefresh = (exp - iat) * 1_000 - TOKEN_TIMES.refreshBeforeExpiry;
    return {
      text,
      account: sub,
      askedAt,
      refreshAt: askedAt + Math.max(untilRefresh, SHORTEST_WAIT_MS),
    };
  } catch {
    return undefined;
  }
}
