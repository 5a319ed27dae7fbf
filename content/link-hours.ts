/**
 * Whole hours that a mailed link works. `confirm` is for sign-ups and for a changed email address. `content/proofs.json` quotes
 * the sentences that repeat these hours.
 */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const;

const inWords = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);
export const LINK_TIMES = { confirm: inWords(LINK_HOURS.confirm), reset: inWords(LINK_HOURS.reset) };
