import type { CookieName } from '#content/browser-register.ts';

/** `__Host-` binds a cookie to this host. Browsers accept it on https only (docs/product.md, "Sessions"). */
export function cookieNames(origin: string) {
  const named = (name: CookieName) => (origin.startsWith('https:') ? `__Host-${name}` : name);
  return {
    session: named('session'),
    /** Recognises a browser in which the person has signed in before. */
    device: named('device'),
    pending: named('pending_verification'),
    social: named('social'),
    passkey: named('passkey'),
    /** Belongs to a sign-in that still needs the code of the second step. */
    signInStep: named('sign_in_step'),
    age: named('age_met'),
    /** Marks a browser in which sign-ins need no second step. */
    trusted: named('trusted'),
  } as const;
}

export type CookieNames = ReturnType<typeof cookieNames>;

/** The attributes of all our cookies. `app.ts` sets them in the cookie plugin, so that they also apply when deleting a cookie. */
export function cookieAttributes(origin: string) {
  return { path: '/', secure: origin.startsWith('https:'), httpOnly: true, sameSite: 'lax' } as const;
}
