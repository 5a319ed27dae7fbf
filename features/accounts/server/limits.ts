import { rateLimits } from '#server/http/rate-limits.ts';

export const ACCOUNT_LIMITS = rateLimits({
  signInPerAddressAndIp: { points: 10, seconds: 60, neverWide: true },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /**
   * Limits the sign-ins of a browser that signed in to the account before. For such a browser, this limit replaces the other
   * sign-in limits.
   */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Limits the passwords that an unknown browser types in one session or on the page of one mailed link. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** Limits the passwords typed for one account, over all its sessions and the pages of its mailed links. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** Limits attempts to use one password on many accounts. A right password is not counted (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /**
   * Limits the use of mailed links and the requests for new ones, so that nobody can guess links or mail great numbers of
   * addresses.
   */
  linkPerIp: { points: 30, seconds: 60 },
  /**
   * Limits the rows that one network can add: each request for a reset mail stores a row, and an attacker may know thousands of
   * addresses.
   */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /**
   * Limits codes from unknown browsers, so that somebody with the password cannot guess them. Right codes are not
   * counted.
   */
  codesPerAccount: { points: 10, seconds: 600 },
  /** Limits codes from a known browser separately, so that somebody with the password cannot lock the owner out. */
  codesPerDevice: { points: 10, seconds: 600 },
  /**
   * Ending all sessions also cancels reset links. Without this limit, a thief could cancel each new link and so prevent the owner's
   * reset.
   */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** Limits invalid bearer tokens, because each one costs a signature check. Valid tokens are not counted. */
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
  /**
   * The maximum sign-ups with one address for which a network can request mails in a day. Each sign-up gets up to five mails
   * (docs/product.md, "Resending").
   */
  signUpsADayPerNetwork: 3,
  /** The hours after which a waiting mail request is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** The seconds between two mails to an address, once `confirmationsAtOnce` mails were sent. */
  secondsBetween: 45,
} as const;
