/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const RIGHTS_API = {
  ask: '/api/rights',
  export: '/api/rights/export',
  erase: '/api/rights/erase',
} as const;

/** The server renders these pages for each visitor. */
export const RIGHTS_PAGES = {
  /** The mailed link opens this page (`?token=`). Opening it changes nothing. */
  link: '/your-data/link',
  /** The page that is shown after a link was requested without a script. */
  asked: '/your-data/asked',
  /** The page that is shown after the form `rights` was sent (`?id=`). */
  sent: '/your-data/sent',
} as const;

/** The form for data requests. It is always sent to this site, whatever `FORM_ENDPOINT` is. */
export const RIGHTS_FORM = 'rights';
