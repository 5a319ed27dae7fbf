import type { TokenAnswer } from '#contract/identity.ts';
import { TOKEN_TIMES } from '#contract/limits.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Token = {
  readonly text: string;
  /** The account that it speaks of. */
  readonly account: string;
  /** When it was asked for, in Unix milliseconds of this device: it is not older than that. */
  readonly askedAt: number;
  /** When the next one is due, five minutes before this one ends, in Unix milliseconds of this device. */
  readonly refreshAt: number;
};

/** `signed-out`: the server knows no session. `unreachable`: no answer, or none that helps; later may be better. */
export type TokenResult =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' };

export type TokenClient = {
  /** A token that nobody has had before, at most five minutes old. Never throws. */
  readonly take: () => Promise<TokenResult>;
};

type TokenClientParts = {
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly fetchToken: () => Promise<CallResult<TokenAnswer>>;
};

/** A token that lives no longer than its refresh needs would be asked for without a pause. */
const SHORTEST_WAIT_MS = 30_000;

/**
 * Gets the short-lived tokens of whoever is signed in (decisions §3.10). Times are this device's own: how long a token
 * lives is read from it, when that began is seen here, so a clock that is wrong does no harm. An answer that a device
 * has slept over is thrown away.
 */
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

/** Reads a token without verifying it: it comes from our own server. Undefined for what is none. */
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
