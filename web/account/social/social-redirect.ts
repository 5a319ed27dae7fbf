import type { SocialRequest } from './sign-in-popup.ts';

/** Session storage: what this tab went to a provider for, until it is back. */
const KEY = 'socialRedirect';

type Redirect = Pick<SocialRequest, 'purpose' | 'remember'> & { readonly event: string };

/** Remembers what the page leaves for. Without storage it is forgotten, and the answer is taken for a sign-in. */
export function rememberRedirect(redirect: Redirect): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(redirect));
  } catch {
    // Storage is blocked.
  }
}

/**
 * What this tab left for, once; null when the answer belongs to no leaving of this tab. An answer without an event is one
 * that the server could not match: it belongs to whatever this tab left for.
 */
export function takeRedirect(event: string): Redirect | null {
  try {
    const redirect = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Redirect | null;
    sessionStorage.removeItem(KEY);
    return event === '' || redirect?.event === event ? redirect : null;
  } catch {
    return null;
  }
}
