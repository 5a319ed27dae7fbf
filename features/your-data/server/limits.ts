import { rateLimits } from '#server/http/rate-limits.ts';

export const YOUR_DATA_LIMITS = rateLimits({
  /** Each reads all data of a person, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** Each mails an address that somebody typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Each reads all data of an address. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
});

/** Links to one address, from all requesters together. Earlier links still work. */
export const RIGHTS_LINKS = {
  /** A link works for an hour (`RIGHTS_LINK_MINUTES`), so a person who gets no fourth link has three that work. */
  anHour: 3,
  /** Counts links, which are kept for a day after they end; one network may use half of them. */
  aDay: 6,
} as const;
