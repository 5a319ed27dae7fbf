import { countOf } from './count-words.ts';

/**
 * Whole hours that a mailed link works. `confirm` is for sign-ups and for a changed email address. `content/proofs.json` quotes
 * the sentences that repeat these hours.
 */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const;

export const LINK_TIMES = {
  confirm: countOf(LINK_HOURS.confirm, 'hour'),
  reset: countOf(LINK_HOURS.reset, 'hour'),
};
