import { rateLimits } from '#server/http/rate-limits.ts';

export const ACCOUNT_LIMITS = rateLimits({
  signInPerAddressAndIp: { points: 10, seconds: 60, neverWide: true },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** This limit replaces the other sign-in limits for a browser that signed in to the account before. */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Limits the passwords that an unknown browser types in one session or on the page of one mailed link. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** Limits the passwords typed in all sessions and on the pages of all mailed links of one account. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** Stops trying one password on many accounts; a right password is not counted (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** This limit stops guessing of links and floods of mails to many addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Each request for a reset mail stores a row, and an attacker may know thousands of addresses. */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /** In an unknown browser, somebody with the password cannot guess codes. Right codes are not counted. */
  codesPerAccount: { points: 10, seconds: 600 },
  /** Somebody with the password cannot lock the owner out of a known browser. */
  codesPerDevice: { points: 10, seconds: 600 },
  /** Ending all sessions cancels reset links, so a thief could otherwise prevent the owner's reset. */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** Each invalid bearer token costs a signature check. A valid token is not counted. */
  tokensPerIp: { points: 120, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
});

/**
 * Requests over these limits are not refused: their confirmation mails wait, and their reset mails are dropped
 * (docs/product.md, "Confirmation").
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  /** A network with several sign-ups may use only half of the hourly and daily mails (`confirmation-turns.ts`). */
  confirmationsAnHour: 10,
  confirmationsADay: 20,
  /** Each sign-up may get up to five mails (docs/product.md, "Resending"). */
  signUpsADayPerNetwork: 3,
  /** A mail request that waits longer is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** The pause between mails after the first `confirmationsAtOnce`. */
  secondsBetween: 45,
} as const;
