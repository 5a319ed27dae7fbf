import { REMEMBERED_SESSION_DAYS, TRUSTED_DAYS } from './durations.ts';
import { LINK_TIMES } from './link-hours.ts';

/** Data that the site keeps in browsers. The tables of the cookie policy are made from these lists. */
type Cookie = { readonly why: string; readonly kept: string };
type StoredKey = Cookie & {
  readonly area: 'Local storage' | 'Session storage' | 'Local or session storage';
};

/** First-party cookies, all strictly necessary. With https, the names get the prefix `__Host-`. */
export const COOKIES = {
  session: {
    why: 'Shows that you are signed in. It holds a random value; your details stay on our server.',
    kept: `Until you close the browser, and one day at most. With “Remember this device”: ${REMEMBERED_SESSION_DAYS} days from your last use.`,
  },
  device: {
    why: 'Shows that someone has signed in with this browser before, so that strangers trying wrong passwords for your address can’t lock you out. It holds a random value and can’t open an account.',
    kept: '180 days from your last sign-in',
  },
  pending_verification: {
    why: 'Lets this browser ask for another confirmation email after you sign up, or sign in with an unconfirmed address, and signs you in when you confirm the address there. Without the link in that email, it can’t open an account.',
    kept: `${LINK_TIMES.confirm}, or until you sign in or confirm the address.`,
  },
  social: {
    why: 'While you sign in with Google or GitHub: ties their reply to this browser, so that nobody can swap in another one. It can’t open an account.',
    kept: 'Until they reply, and ten minutes at most',
  },
  passkey: {
    why: 'While the sign-in page is open, or your browser asks for a passkey: ties its answer to this browser, so that nobody can use it elsewhere. It holds a random value and can’t open an account.',
    kept: 'Five minutes after your browser was last ready to ask',
  },
  sign_in_step: {
    why: 'While you sign in to an account with two-step verification: ties the code to this browser. Without that code, it can’t open an account.',
    kept: 'Until you enter the code, and ten minutes at most',
  },
  age_met: {
    why: 'Only where we ask for your date of birth before you sign up: shows that you have reached the age, so that the date itself is not kept. It can’t open an account.',
    kept: 'Until the account is created, and one hour at most',
  },
  trusted: {
    why: 'Shows that you told us to remember this browser after a code, so that it needs none for a while. It holds a random value and can’t open an account.',
    kept: `${TRUSTED_DAYS} days`,
  },
} as const satisfies Readonly<Record<string, Cookie>>;

export type CookieName = keyof typeof COOKIES;

const STATS = {
  area: 'Local storage',
  why: 'The visit count and timer on your profile page, and whose they are. They count only while you are signed in. The timer runs only after you press Start Tracking, and stops when you sign out.',
  kept: 'Until you delete your account here or clear it, or someone else signs in',
} as const;

/** The keys under which pages store data in the browser. Keys with the same entry share a row of the cookie policy. */
export const STORAGE_KEYS = {
  theme: {
    area: 'Local storage',
    why: 'The light or dark theme, if you chose one.',
    kept: 'Until you switch back to your device’s theme, or clear it',
  },
  user: {
    area: 'Local or session storage',
    why: 'A copy of your profile while you are signed in, with the latest messages you sent us, so that your name appears at once. In session storage, unless you ticked “Remember this device”.',
    kept: 'Until you sign out or close the tab. With “Remember this device”: until you sign out, or open the site after that sign-in has expired.',
  },
  rememberDevice: {
    area: 'Local storage',
    why: 'Whether you ticked “Remember this device” last time.',
    kept: 'Until you sign in without ticking it, or clear it',
  },
  tokenSync: {
    area: 'Local storage',
    why: 'Only where we tell another of our servers who is signed in: which account, and when the next update is due.',
    kept: 'Until you sign out',
  },
  usageOf: STATS,
  totalVisits: STATS,
  timeSpent: STATS,
  totalTimeSpent: STATS,
  lastActive: STATS,
  trackTime: STATS,
  chatPlace: {
    area: 'Local storage',
    why: 'Where you put the chat button, if you moved it.',
    kept: 'Until you clear it',
  },
  doNotCount: {
    area: 'Local storage',
    why: 'That you switched on “Do not count my visits”.',
    kept: 'Until you switch it off, or clear it in your browser',
  },
  'social-sign-in': {
    area: 'Local storage',
    why: 'How a sign-in window ended (“signed in”, or why not), passed to the page that opened it. It holds no name and no address.',
    kept: 'Removed at once',
  },
  socialRedirect: {
    area: 'Session storage',
    why: 'That you left this tab for Google or GitHub, and why, if your browser blocks our window.',
    kept: 'Until you come back, or close the tab',
  },
  returnPath: {
    area: 'Local storage',
    why: 'The page you were heading to when you signed up or asked for a new password, so that the link in our email takes you there.',
    kept: 'Until you use that link, or clear it',
  },
  passkeyOffered: {
    area: 'Local storage',
    why: 'That we’ve offered you a passkey in this browser, so that we don’t ask again.',
    kept: 'Until you clear it',
  },
  visitCounted: {
    area: 'Session storage',
    why: 'That your visit in this tab has been counted, if you’re signed in. A visit begins when you open the site in a new tab while no other tab shows it.',
    kept: 'Until you close the tab',
  },
  devtoolsGuardGap: {
    area: 'Session storage',
    why: 'How much of the window was taken up when the page warned about developer tools, so that it doesn’t repeat the warning.',
    kept: 'Until you close the tab',
  },
  drafts: {
    area: 'Session storage',
    why: 'What you have typed into a form but not sent, so that a reload, or a sign-in that has ended, doesn’t lose it. Nobody else who signs in here sees it.',
    kept: 'Until you send it, sign out or close the tab, or someone else signs in',
  },
} as const satisfies Readonly<Record<string, StoredKey>>;

export type StorageKey = keyof typeof STORAGE_KEYS;
