import { parseObject, readStored, writeStored } from '#web/api/storage.ts';
import type { SocialRequest } from './sign-in-popup.ts';

const KEY = 'socialRedirect';

type Redirect = Pick<SocialRequest, 'purpose' | 'remember' | 'next'> & { readonly event: string };

/** Stores why the page redirects to a provider. If storage is blocked, the answer counts as a sign-in. */
export function rememberRedirect(redirect: Redirect): void {
  writeStored(KEY, JSON.stringify(redirect), 'sessionStorage');
}

/**
 * Reads and removes what `rememberRedirect` stored; null when the answer belongs to another redirect. An answer without
 * an event, which the server could not match, belongs to the stored redirect.
 */
export function takeRedirect(event: string): Redirect | null {
  const redirect = parseObject(readStored(KEY, 'sessionStorage')) as Redirect | null;
  writeStored(KEY, null, 'sessionStorage');
  return event === '' || redirect?.event === event ? redirect : null;
}
