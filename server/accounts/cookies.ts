import { REMEMBERED_SECONDS } from './sessions.ts';

/** `__Host-` ties a cookie to this very host; browsers take it on https only (decisions §3.8). */
export function cookieNames(origin: string) {
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  return {
    session: `${prefix}session`,
    pending: `${prefix}pending_verification`,
    /** A sign-in with a provider that is under way. */
    social: `${prefix}social`,
  } as const;
}

export type CookieNames = ReturnType<typeof cookieNames>;

/** What every cookie of ours has, also when it is deleted. */
export function cookieAttributes(origin: string) {
  return { path: '/', secure: origin.startsWith('https:'), httpOnly: true, sameSite: 'lax' } as const;
}

/** A session that is not remembered ends with the browser. */
export function sessionCookieAttributes(origin: string, isRemembered: boolean) {
  return { ...cookieAttributes(origin), ...(isRemembered ? { maxAge: REMEMBERED_SECONDS } : {}) };
}
