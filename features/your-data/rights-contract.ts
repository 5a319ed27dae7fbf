/** Kept out of `contract/paths.ts`, which every page loads. Bodies and queries: `features/your-data/bodies.ts`. */
export const RIGHTS_API = {
  ask: '/api/rights',
  export: '/api/rights/export',
  erase: '/api/rights/erase',
} as const;

/** Pages that the server renders for each visitor. */
export const RIGHTS_PAGES = {
  /** The page behind the mailed link (`?token=`); opening it changes nothing. */
  link: '/your-data/link',
  /** The page that follows the form `rights` (`?id=`). */
  sent: '/your-data/sent',
} as const;

/** The form for requests about personal data, which is always sent to this site, whatever `FORM_ENDPOINT` is. */
export const RIGHTS_FORM = 'rights';
