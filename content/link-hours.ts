/**
 * Whole hours that a mailed link works. `confirm` is for sign-ups and for a changed email address. `content/proofs.json` quotes
 * the sentences that repeat these hours.
 */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const;

/** Writes a time for a sentence: “one hour” or “24 hours”. */
export const timeSpan = (count: number, unit: string) => (count === 1 ? `one ${unit}` : `${count} ${unit}s`);
export const LINK_TIMES = {
  confirm: timeSpan(LINK_HOURS.confirm, 'hour'),
  reset: timeSpan(LINK_HOURS.reset, 'hour'),
};
