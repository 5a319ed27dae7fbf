import { parseObject, readStored, writeStored } from '#web/api/storage.ts';
import type { SocialRequest } from './sign-in-popup.ts';

/** Session storage: what this tab went to a provider for, until it is back. */
const KEY = 'socialRedirect';

type Redirect = Pick<SocialRequest, 'purpose' | 'remember'> & { readonly event: string };

/** Remembers what the page leaves for. Without storage it is forgotten, and the answer is taken for a sign-in. */
export function rememberRedirect(redirect: Redirect): void {
  writeStored(KEY, JSON.stringify(redirect), 'sessionStorage');
}

/**
 * What this tab left for, once; null when the answer belongs to no leaving of this tab. An answer without an event is one
 * that the server could not match: it belongs to whatever this tab left for.
 */
export function takeRedirect(event: string): Redirect | null {
  const redirect = parseObject(readStored(KEY, 'sessionStorage')) as Redirect | null;
  writeStored(KEY, null, 'sessionStorage');
  return event === '' || redirect?.event === event ? redirect : null;
}
