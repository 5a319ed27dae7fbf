import type { CookieName } from '#content/browser-register.ts';

/** `__Host-` ties a cookie to this very host; browsers take it on https only (docs/product.md, "Sessions"). */
export function cookieNames(origin: string) {
  const named = (name: CookieName) => (origin.startsWith('https:') ? `__Host-${name}` : name);
  return {
    session: named('session'),
    /** Of a browser that signed in before. */
    device: named('device'),
    pending: named('pending_verification'),
    /** A sign-in with a provider that is under way. */
    social: named('social'),
    /** A prompt for a passkey that is open. */
    passkey: named('passkey'),
    /** A sign-in that needs a code. */
    signInStep: named('sign_in_step'),
    /** Of somebody who signs up and has shown to be old enough (`age.ts`). */
    age: named('age_met'),
    /** Of a browser that is remembered after a code. */
    trusted: named('trusted'),
  } as const;
}

export type CookieNames = ReturnType<typeof cookieNames>;

/** What every cookie of ours has, also when it is deleted; the plugin adds it (`app.ts`). */
export function cookieAttributes(origin: string) {
  return { path: '/', secure: origin.startsWith('https:'), httpOnly: true, sameSite: 'lax' } as const;
}
