import { rateLimits } from '#server/http/rate-limits.ts';

export const YOUR_DATA_LIMITS = rateLimits({
  /** Each export reads all data of a person, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** Each request mails an address that somebody typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Each export reads all data of an address, with files. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
});

/** Links mailed to one address, over all requesters together. Past the limit, earlier links still work. */
export const RIGHTS_LINKS = {
  /** A link works for an hour (`RIGHTS_LINK_MINUTES`), so a person who gets no fourth link still has three that work. */
  anHour: 3,
  /** Counts the links, which stay stored for a day after they expire; one network may use half of them. */
  aDay: 6,
} as const;
