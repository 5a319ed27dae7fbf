import { networkTimeoutMs } from '#web/api/call-api.ts';

/** `taken`: 2xx. `refused`: do not retry. `failed`: 5xx, 408 or 429. `unreachable`: no answer, or a redirect. */
export type SendResult = 'taken' | 'refused' | 'failed' | 'unreachable';

export type SendToken = (method: 'POST' | 'DELETE', token: string | undefined) => Promise<SendResult>;

/** Sends no cookies or referrer, and follows no redirect. Never throws. */
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

/** Returns undefined unless the URL is https and within the registrable domain (docs/product.md, "Token sync"). */
export function syncTarget(url: string, registrableDomain: string): string | undefined {
  if (registrableDomain === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isOwn = hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`);
  return protocol === 'https:' && isOwn && username === '' && password === '' ? href : undefined;
}
