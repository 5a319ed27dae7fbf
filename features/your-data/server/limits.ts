import { rateLimits } from '#server/http/rate-limits.ts';

export const YOUR_DATA_LIMITS = rateLimits({
  /** Each reads all that is kept about somebody, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** Each is a mail to an address that somebody typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Each reads all that is kept under an address. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
});

/** Links to one address, from all who request them. Links already mailed still work. */
export const RIGHTS_LINKS = {
  /** A link works for an hour (`RIGHTS_LINK_MINUTES`), so that a person who is refused a fourth has three that work. */
  anHour: 3,
  /** Counted by the links, which are kept for a day after they end; half of them for one network. */
  aDay: 6,
} as const;
