import { rateLimits } from '#server/http/rate-limits.ts';

export const ACCOUNT_LIMITS = rateLimits({
  signInPerAddressAndIp: { points: 10, seconds: 60, neverWide: true },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** Replaces the other limits for a browser that signed in to the account before. */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Passwords typed in one session or behind one mailed link, in a browser that never signed in. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** The same for all sessions and links of an account together. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** Against one password tried on many accounts; a right password gives its try back (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** Verification, resend and reset: against guessed links and floods of mails to many addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Each reset mail stores a row, and an attacker may know thousands of accounts. */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /**
   * Guessed codes by somebody who knows the password, in browsers that never signed in; also the limit of one sign-in. A right code
   * gives its try back.
   */
  codesPerAccount: { points: 10, seconds: 600 },
  /** For a browser that signed in to the account before, so that somebody who knows the password cannot lock the owner out. */
  codesPerDevice: { points: 10, seconds: 600 },
  /** Each also ends reset links; a thief with a proof must not keep the owner from using one. */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** Verifying a token costs a signature check before its owner is known; a right token gives its try back. */
  tokensPerIp: { points: 120, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
});

/**
 * Mails to one address, from all requesters together. No request is refused: excess confirmations wait, and excess resets are dropped, as
 * earlier links still work (docs/product.md, "Confirmation").
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  /** A network with several sign-ups may use half of these (`confirmation-turns.ts`). */
  confirmationsAnHour: 10,
  confirmationsADay: 20,
  /** Each sign-up may have five mails (docs/product.md, "Resending"). */
  signUpsADayPerNetwork: 3,
  /** A request that waits longer is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** Between mails beyond `confirmationsAtOnce`. */
  secondsBetween: 45,
} as const;
