import { TOKEN_TIMES } from '#contract/limits.ts';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Token = {
  readonly text: string;
  readonly account: string;
  /** In Unix milliseconds of this device. */
  readonly askedAt: number;
  /** Five minutes before the token expires, in Unix milliseconds of this device. */
  readonly refreshAt: number;
};

/** `signed-out`: no session for this browser. `unreachable`: no usable answer, try again later. */
export type TokenResult =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' };

export type TokenClient = {
  /** The token is at most five minutes old. Never throws. */
  readonly take: () => Promise<TokenResult>;
};

type TokenClientParts = {
  readonly clock: () => number;
  readonly fetchToken: () => Promise<CallResult<TokenAnswer>>;
};

/** Tokens with a short lifetime must cause no loop of requests. */
const SHORTEST_WAIT_MS = 30_000;

/** Uses only the token's lifetime and this device's clock, so that a wrong clock does no harm. */
export function createTokenClient({ clock, fetchToken }: TokenClientParts): TokenClient {
  let last = '';
  return {
    async take() {
      const askedAt = clock();
      const result = await fetchToken();
      if (result.kind === 'refused' && result.status === 401) return { kind: 'signed-out' };
      const token = result.kind === 'ok' ? readToken(result.data.token, askedAt) : undefined;
      const age = clock() - askedAt;
      if (token === undefined || token.text === last || age < 0 || age > TOKEN_TIMES.syncMaxAge)
        return { kind: 'unreachable' };
      last = token.text;
      return { kind: 'token', token };
    },
  };
}

/** Does not verify the token, because our own server sent it. Returns undefined for an invalid token. */
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
