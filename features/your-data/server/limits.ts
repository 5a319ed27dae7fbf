import { rateLimits } from '#server/http/rate-limits.ts';

export const YOUR_DATA_LIMITS = rateLimits({
  /** Limited, because each export reads all data of a person, with files. */
  exportsADayPerAccount: { points: 10, seconds: 24 * 3_600 },
  /** Limited, because each request mails an address that anybody may have typed. */
  rightsPerIp: { points: 20, seconds: 600 },
  rightsADayPerIp: { points: 200, seconds: 24 * 3_600 },
  /** Limited, because each export reads all data of an address, with files. */
  exportsADayPerAddress: { points: 10, seconds: 24 * 3_600 },
});

/** Links mailed to one address, for all requesters together. Over the limit, earlier links still work. */
export const RIGHTS_LINKS = {
  /** A link works for an hour (`RIGHTS_LINK_MINUTES`), so a person who gets no fourth link has three valid ones. */
  anHour: 3,
  /** Counts links, which stay stored for a day after they expire. One network may use half of this number. */
  aDay: 6,
} as const;
