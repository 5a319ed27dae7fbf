import { rateLimits } from '#server/http/rate-limits.ts';

export const ACCOUNT_LIMITS = rateLimits({
  signInPerAddressAndIp: { points: 10, seconds: 60, neverWide: true },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** Replaces the other sign-in limits for a browser that signed in to the account before. */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Passwords typed in one session or on the page of one mailed link, in a browser that never signed in to the account. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** Passwords typed in all sessions and on the pages of all mailed links of an account together. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** Stops trying one password on many accounts; a right password is not counted (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** For verification, resend and reset: stops guessing of links and floods of mails to many addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Needed because each requested reset mail stores a row, and an attacker may know thousands of addresses. */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /**
   * Limits the codes typed for an account in browsers that never signed in to it, so that somebody who knows the password cannot
   * guess codes; also limits the codes typed in one sign-in. A right code is not counted.
   */
  codesPerAccount: { points: 10, seconds: 600 },
  /** A separate limit for a known browser, so that somebody who knows the password cannot lock the owner out. */
  codesPerDevice: { points: 10, seconds: 600 },
  /** Ending all sessions cancels reset links, so a thief could otherwise prevent the owner's reset. */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** Limits invalid bearer tokens, because each one costs a signature check; a valid token is not counted. */
  tokensPerIp: { points: 120, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
});

/**
 * Limits of mails to one address, from all requesters together. No request is refused: confirmation mails over the limit wait,
 * and reset mails over the limit are dropped, as earlier links still work (docs/product.md, "Confirmation").
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  /** A network with several sign-ups may use only half of the hourly and daily mails (`confirmation-turns.ts`). */
  confirmationsAnHour: 10,
  confirmationsADay: 20,
  /** How many sign-ups for an address a network can get mailed a day, each up to five times (docs/product.md, "Resending"). */
  signUpsADayPerNetwork: 3,
  /** A mail request that waits longer is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** The pause between mails after the first `confirmationsAtOnce`. */
  secondsBetween: 45,
} as const;
