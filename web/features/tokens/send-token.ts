import { networkTimeoutMs } from '#web/api/call-api.ts';

/**
 * `taken`: the other server said yes. `refused`: it does not want this. `failed`: it could not. `unreachable`: no answer
 * came, or one that leads elsewhere.
 */
export type SendResult = 'taken' | 'refused' | 'failed' | 'unreachable';

export type SendToken = (method: 'POST' | 'DELETE', token: string | undefined) => Promise<SendResult>;

/**
 * Sends to the token address, with the token and nothing else: no cookies, no referrer, and never on to where a redirect
 * leads. Never throws.
 */
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
        // The last word: it should arrive although the page is left.
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
