/** `__Host-` ties a cookie to this very host; browsers take it on https only (decisions §3.8). */
export function cookieNames(origin: string) {
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  return {
    session: `${prefix}session`,
    dontRemember: `${prefix}dont_remember`,
    pending: `${prefix}pending_verification`,
    /** A sign-in with a provider that is under way. */
    social: `${prefix}social`,
  } as const;
}

export type CookieNames = ReturnType<typeof cookieNames>;
