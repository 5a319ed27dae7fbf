/** Apart from `paths.ts`, which every page loads. Bodies and queries: `features/your-data/rights-bodies.ts`. */
export const RIGHTS_API = {
  ask: '/api/rights',
  export: '/api/rights/export',
  erase: '/api/rights/erase',
} as const;

/** Pages that the server makes for each visitor. */
export const RIGHTS_PAGES = {
  /** Opened by the mailed link (`?token=`); opening it changes nothing. */
  link: '/your-data/link',
  /** Where the form `rights` leads (`?id=`). */
  sent: '/your-data/sent',
} as const;

/** The form of requests about personal data, at our own form service whatever `FORM_ENDPOINT` says. */
export const RIGHTS_FORM = 'rights';
