import { rateLimits } from '#server/http/rate-limits.ts';

export const ACCOUNT_LIMITS = rateLimits({
  signInPerAddressAndIp: { points: 10, seconds: 60, neverWide: true },
  signInPerAddress: { points: 100, seconds: 3_600 },
  /** In place of the others, for each browser that signed in to the account before. */
  signInPerDevice: { points: 100, seconds: 3_600 },
  /** Passwords typed in one session, or behind one mailed link, at a browser that never signed in. */
  proofsPerPlace: { points: 10, seconds: 600 },
  /** The same for all sessions and links of an account together. */
  proofsPerAccount: { points: 1_000, seconds: 3_600 },
  /** One password tried at ever other accounts; right ones are given back (docs/decisions/0024). */
  signInPerIp: { points: 60, seconds: 600 },
  signUpPerIp: { points: 20, seconds: 3_600 },
  /** Verification, resend and reset: guesses at a link, or a flood of mails to ever new addresses. */
  linkPerIp: { points: 30, seconds: 60 },
  /** Each mail for a new password leaves a row, and somebody may know thousands of accounts. */
  resetsADayPerIp: { points: 1_000, seconds: 24 * 3_600 },
  /**
   * Guesses at the code of a second step, by somebody who knows the password, in browsers that never signed in; as many in one sign-in.
   * Right ones are given back.
   */
  codesPerAccount: { points: 10, seconds: 600 },
  /** In place of it, for each browser that signed in to the account before: who knows the password keeps no owner out. */
  codesPerDevice: { points: 10, seconds: 600 },
  /** Each ends the links for a new password; a thief who can prove must not keep the owner from using one. */
  endAllSessionsPerAccount: { points: 10, seconds: 3_600 },
  /** A bearer token costs a signature to check before it is known whose it is; right ones are given back. */
  tokensPerIp: { points: 120, seconds: 60 },
  apiPerSession: { points: 120, seconds: 60 },
});

/**
 * Mails that reach one address, from all who request them. Nobody is refused: the excess of an hour waits, or is not sent for a reset, as
 * links already mailed still work (docs/product.md, "Confirmation").
 */
export const MAILS_PER_ADDRESS = {
  resetsAnHour: 5,
  /** Networks that ask more than once have half of the hour's and half of the day's (`confirmation-turns.ts`). */
  confirmationsAnHour: 10,
  confirmationsADay: 20,
  /** Each of them has its five mails (docs/product.md, "Resending"). */
  signUpsADayPerNetwork: 3,
  /** A request that waited longer is dropped. */
  confirmationsWaitHours: 2,
  signUpsWaiting: 2_500,
  confirmationsAtOnce: 3,
  /** Later ones keep this distance. */
  secondsBetween: 45,
} as const;
