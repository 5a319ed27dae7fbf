/** Kept out of `contract/paths.ts`, which every page loads. */
export const RIGHTS_API = {
  ask: '/api/rights',
  export: '/api/rights/export',
  erase: '/api/rights/erase',
} as const;

/** The server renders these for each visitor. */
export const RIGHTS_PAGES = {
  /** From the mailed link (`?token=`). Opening it changes nothing. */
  link: '/your-data/link',
  /** Follows the form `rights` (`?id=`). */
  sent: '/your-data/sent',
} as const;

/** Always sent to this site, whatever `FORM_ENDPOINT` is. */
export const RIGHTS_FORM = 'rights';
