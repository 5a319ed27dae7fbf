/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const YOUR_DATA_API = {
  data: '/api/account/data',
  export: '/api/account/export',
  withdraw: '/api/account/withdraw',
  forgetBrowser: '/api/account/forget-browser',
} as const;

/** The path at which operators export a person's data. */
export const PERSON_EXPORT = '/console/person/:id/export';
